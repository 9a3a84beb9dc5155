import { formatCount } from "../../../lib/format-count.ts";

interface Found {
  matches: number;
  isComplete: boolean;
}

/** Says how many requests a search has found, and whether there may be others. */
export function resultsText({ matches, isComplete }: Found): string {
  if (isComplete) return `${formatCount(matches, "result")} in all states`;
  if (matches === 0)
    return "No match among the requests that were searched. Add a word to narrow the search.";
  const shown = matches === 1 ? "1 match shown" : `First ${matches} matches shown`;
  return `${shown}; there may be more. Add a word to narrow the search.`;
}
