import { expect, test } from "vitest";
import { asksFor, shortTitle } from "./item-words.models.ts";

test.each([
  ["file", [], ""],
  ["file", ["pdf"], "PDF only."],
  ["file", ["image"], "Image only."],
  ["file", ["image", "pdf"], "PDF or image only."],
  ["text", [], "A written answer."],
] as const)("a line of kind %s that takes %j says %j", (kind, accepts, words) => {
  expect(asksFor({ kind, accepts: [...accepts] })).toBe(words);
});

test.each([
  ["Payslips", "“Payslips”"],
  [" ", "The line"],
  ["a".repeat(170), `“${"a".repeat(39)}…”`],
])("a passing remark quotes %j as %j", (title, words) => {
  expect(shortTitle({ title })).toBe(words);
});
