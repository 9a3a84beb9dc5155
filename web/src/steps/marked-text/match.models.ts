import { foldText } from "../../lib/fold-text.ts";

/** Part of a text, and whether the search found it. */
export interface TextPart {
  /** Its start in the text. */
  at: number;
  text: string;
  isMatch: boolean;
}

const word = /[\p{L}\p{N}\p{M}]+/gu;

/** The words of a search, without case and accents. Each matches the beginning of a word. */
export function searchWords(search: string): string[] {
  return foldText(search).match(word) ?? [];
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
  if (!foldText(found).startsWith(searched)) return 0;
  let length = 0;
  for (const character of found) {
    length += character.length;
    // A combining accent belongs to the letter before it.
    if (foldText(found.slice(0, length)).length >= searched.length && !/^\p{M}/u.test(found.slice(length)))
      break;
  }
  return length;
}
