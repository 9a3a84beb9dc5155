import { expect, test } from "vitest";
import { toSearchQuery } from "./search.models.ts";

test.each([
  ["every word begins one of the request's", "Tax ret", "tax:* & ret:*"],
  ["accents and case do not matter", "Müller Żółć", "muller:* & zołc:*"],
  ["an address is searched by its parts", "anna@lind.example", "anna:* & lind:* & example:*"],
  ["operators act as separators", "a & b | !c:* <-> (d) 'e", "a:* & b:* & c:* & d:* & e:*"],
  ["words of other scripts are searchable", "住民票 2026", "住民票:* & 2026:*"],
  ["vowel signs are part of their word", "पासपोर्ट", "पासपोर्ट:*"],
  ["an empty input gives no query", "  ", ""],
  ["an input of punctuation gives no query", "&|!", ""],
])("%s", (_, typed, query) => {
  expect(toSearchQuery(typed)).toBe(query);
});
