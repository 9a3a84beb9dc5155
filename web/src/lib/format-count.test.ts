import { expect, test } from "vitest";
import { formatCount } from "./format-count.ts";

test("one is singular, zero is plural", () => {
  expect(formatCount(1, "file")).toBe("1 file");
  expect(formatCount(0, "file")).toBe("0 files");
  expect(formatCount(2, "person", "people")).toBe("2 people");
});
