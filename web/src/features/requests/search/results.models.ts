import { formatCount } from "../../../lib/format-count.ts";

interface Found {
  matches: number;
  isComplete: boolean;
}

/** How many requests a search has found, and whether there may be others. */
export function resultsText({ matches, isComplete }: Found): string {
  if (isComplete) return `${formatCount(matches, "result")} in all states`;
  if (matches === 0)
    return "No match among the requests that were searched. Add a word to narrow the search.";
  const first = matches === 1 ? "This is the first match." : `These are the first ${matches} matches.`;
  return `${first} Add a word to find others.`;
}
