import { peopleText } from "../../../data/requests/people.models.ts";
import type { FoundRequest } from "../../../data/requests/request-search.models.ts";
import { markMatches } from "../../../steps/marked-text/match.models.ts";

const contains = (text: string, searched: string) =>
  markMatches(text, [searched]).some(({ isMatch }) => isMatch);

interface HiddenMatch {
  label: "Item" | "Person" | "Address" | "Message";
  text: string;
}

/** Finds a match that the row doesn't show: the item, name, address or message with most of the remaining words. */
export function hiddenMatch(
  { title, message, people, helpers, itemTitles }: FoundRequest,
  words: readonly string[],
): HiddenMatch | null {
  const shown = `${title} ${peopleText(people)}`;
  const hidden = words.filter((each) => !contains(shown, each));
  const everybody = [...people, ...helpers];
  const candidates: HiddenMatch[] = [
    ...itemTitles.map((text) => ({ label: "Item" as const, text })),
    ...everybody.map(({ name }) => ({ label: "Person" as const, text: name })),
    ...everybody.map(({ email }) => ({ label: "Address" as const, text: email })),
    { label: "Message", text: message },
  ];
  const matchesIn = (text: string) => hidden.filter((each) => contains(text, each)).length;
  const maxMatches = Math.max(0, ...candidates.map(({ text }) => matchesIn(text)));
  const found = candidates.find(({ text }) => maxMatches > 0 && matchesIn(text) === maxMatches);
  return found ? { ...found, text: around(found.text, hidden) } : null;
}

/** Characters of a text before its first match, and from there on. */
const [longestBefore, longestAfter] = [24, 60];

/** A text on one line; of a long one the part around its first match, without cut words. */
function around(text: string, words: readonly string[]): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const match = markMatches(line, words).find(({ isMatch }) => isMatch)?.at ?? 0;
  const before = line.slice(0, match).slice(-longestBefore);
  const start = before.length < match ? match - before.length + before.indexOf(" ") + 1 : 0;
  const after = line.slice(match, match + longestAfter);
  const end = match + after.length < line.length ? match + after.lastIndexOf(" ") : line.length;
  return `${start > 0 ? "…" : ""}${line.slice(start, Math.max(end, match))}${end < line.length ? "…" : ""}`;
}
