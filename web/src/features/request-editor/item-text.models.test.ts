import { expect, test } from "vitest";
import { asksFor, shortTitle } from "./item-text.models.ts";

test.each([
  ["file", [], ""],
  ["file", ["pdf"], "PDF only."],
  ["file", ["image"], "Image only."],
  ["file", ["image", "pdf"], "PDF or image only."],
  ["text", [], "A written answer."],
] as const)("an item of kind %s that accepts %j is described as %j", (kind, accepts, text) => {
  expect(asksFor({ kind, accepts: [...accepts] })).toBe(text);
});

test.each([
  ["Payslips", "“Payslips”"],
  [" ", "The item"],
  ["a".repeat(170), `“${"a".repeat(39)}…”`],
])("a message quotes %j as %j", (title, text) => {
  expect(shortTitle({ title })).toBe(text);
});
