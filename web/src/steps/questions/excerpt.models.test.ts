import { expect, test } from "vitest";
import { excerpt } from "./excerpt.models.ts";

test("a short text stands as it is", () => {
  expect(excerpt("Both sides?")).toBe("Both sides?");
});

test("a long text or one of several lines is cut, and never within a letter", () => {
  expect(excerpt("x".repeat(61))).toBe(`${"x".repeat(60)}…`);
  expect(excerpt("Both sides?\nOr one?")).toBe("Both sides?…");
  expect(excerpt("😀".repeat(61))).toBe(`${"😀".repeat(60)}…`);
});
