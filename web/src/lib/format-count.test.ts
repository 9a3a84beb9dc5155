import { limits } from "@sheaf/contract/limits";
import { expect, test } from "vitest";
import { formatCapped, formatCount } from "./format-count.ts";

test("one is singular, zero is plural", () => {
  expect(formatCount(1, "file")).toBe("1 file");
  expect(formatCount(0, "file")).toBe("0 files");
  expect(formatCount(2, "person", "people")).toBe("2 people");
});

test("a capped count ends in a plus", () => {
  expect([0, limits.counted - 1, limits.counted].map(formatCapped)).toEqual(["0", "999", "1,000+"]);
});
