import { expect, test } from "vitest";
import { toSearchQuery } from "./search.models.ts";

test.each([
  ["every word begins one of the request's", "Tax ret", "tax:* & ret:*"],
  ["accents and case do not matter", "Müller Żółć", "muller:* & zołc:*"],
  ["an address is searched by its parts", "anna@lind.example", "anna:* & lind:* & example:*"],
  ["operators are only gaps", "a & b | !c:* <-> (d) 'e", "a:* & b:* & c:* & d:* & e:*"],
  ["other scripts are words as well", "住民票 2026", "住民票:* & 2026:*"],
  ["vowel signs belong to their word", "पासपोर्ट", "पासपोर्ट:*"],
  ["nothing typed, nothing searched", "  ", ""],
  ["only signs, nothing searched", "&|!", ""],
])("%s", (_, typed, query) => {
  expect(toSearchQuery(typed)).toBe(query);
});
