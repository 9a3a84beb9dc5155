import { draftItem } from "@sheaf/contract/request-draft";
import { expect, test } from "vitest";
import { shortTitle } from "./item-text.models.ts";
import { asksFor } from "./kinds/kinds.models.ts";

test.each([
  ["file", [], ""],
  ["file", ["pdf"], "PDF only."],
  ["file", ["image"], "Image only."],
  ["file", ["image", "pdf"], "PDF or image only."],
  ["text", [], "A written answer."],
  ["date", [], "A date."],
  ["yes_no", [], "Yes or no."],
] as const)("an item of kind %s that accepts %j is described as %j", (kind, accepts, text) => {
  expect(asksFor(draftItem("Payslips", { kind, accepts: [...accepts] }))).toBe(text);
});

test("an item for several files names their number", () => {
  expect(
    asksFor(draftItem("Payslips", { expected_files: 3, accepts: ["excel", "word"], sensitive: true })),
  ).toBe("3 files. Word or Excel only. Sensitive.");
});

test("an item with choices names them", () => {
  const income = draftItem("Income", { kind: "choice", choices: ["Salary ", "", "Rent"] });
  expect(asksFor(income)).toBe("One of: Salary · Rent.");
  expect(asksFor({ ...income, multiple: true })).toBe("Any of: Salary · Rent.");
});

test.each([
  ["Payslips", "“Payslips”"],
  [" ", "The item"],
  ["a".repeat(170), `“${"a".repeat(39)}…”`],
])("a message quotes %j as %j", (title, text) => {
  expect(shortTitle({ title })).toBe(text);
});
