import { expect, test } from "vitest";
import { markMatches, searchWords } from "./match.models.ts";

const marked = (text: string, search: string) =>
  markMatches(text, searchWords(search))
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join("");

test.each([
  ["the beginning of a word", "Bank statement", "stat", "Bank [stat]ement"],
  ["every word of the search", "Bank interest statement", "bank statement", "[Bank] interest [statement]"],
  ["a word with an accent, typed without", "Überweisung Zürich", "zurich uber", "[Über]weisung [Zürich]"],
  ["a word without an accent, typed with it", "Zurich", "zür", "[Zur]ich"],
  ["an accent that is a separate character", "Zu\u0308rich", "zu", "[Zu\u0308]rich"],
  ["the longest of two beginnings", "Statement", "s state", "[State]ment"],
  ["parts of an address", "zoe@lind.example", "zoe@li", "[zoe]@[li]nd.example"],
  ["nothing inside a word", "Understatement", "state", "Understatement"],
  ["nothing for operators", "A | B", "|&!", "A | B"],
  ["nothing for spaces", "Anna Berg", "  ", "Anna Berg"],
  ["a letter that another language folds otherwise", "Istanbul", "ıs", "[Is]tanbul"],
])("marks %s", (_, text, search, expected) => {
  expect(marked(text, search)).toBe(expected);
});

test("keeps a text that has no match whole", () => {
  expect(markMatches("Tax return", ["mort"])).toEqual([{ at: 0, text: "Tax return", isMatch: false }]);
  expect(markMatches("", ["mort"])).toEqual([]);
});
