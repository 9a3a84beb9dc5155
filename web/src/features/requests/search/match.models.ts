import { peopleText } from "../../../data/requests/people.models.ts";
import type { FoundRequest } from "../../../data/requests/request-search.models.ts";

/** Part of a text, and whether the search found it. */
export interface TextPart {
  /** Its start in the text. */
  at: number;
  text: string;
  isMatch: boolean;
}

/** As the database compares words: in lower case and without accents. */
function folded(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/gu, "")
    .toLowerCase();
}

const word = /[\p{L}\p{N}\p{M}]+/gu;

/** The words of a search. Each matches the beginning of a word. */
export function searchWords(search: string): string[] {
  return folded(search).match(word) ?? [];
}

/** Splits a text into the matched beginnings of words and the parts in between. */
export function markMatches(text: string, words: readonly string[]): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(word)) {
    const length = Math.max(0, ...words.map((each) => matchedLength(found, each)));
    if (length === 0) continue;
    if (index > end) parts.push({ at: end, text: text.slice(end, index), isMatch: false });
    end = index + length;
    parts.push({ at: index, text: text.slice(index, end), isMatch: true });
  }
  if (end < text.length) parts.push({ at: end, text: text.slice(end), isMatch: false });
  return parts;
}

/** Length of the beginning of `found` that is the searched word; 0 if it begins otherwise. */
function matchedLength(found: string, searched: string): number {
  if (!folded(found).startsWith(searched)) return 0;
  let length = 0;
  for (const character of found) {
    length += character.length;
    // A combining accent belongs to the letter before it.
    if (folded(found.slice(0, length)).length >= searched.length && !/^\p{M}/u.test(found.slice(length)))
      break;
  }
  return length;
}

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
