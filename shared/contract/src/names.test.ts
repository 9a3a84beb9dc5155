import { expect, test } from "vitest";
import { nameProblem } from "./names.ts";
import { sampleNames } from "./names.fixtures.ts";

test.each(sampleNames)("the name %j is allowed: %s", (name, allowed) => {
  expect(nameProblem(name, "Enter a name.") === undefined).toBe(allowed);
});

test("an empty name and one like an address have their own messages", () => {
  expect(nameProblem("", "Enter a name.")).toBe("Enter a name.");
  expect(nameProblem("a@b.example", "Enter a name.")).toMatch(/without “@”/);
});
