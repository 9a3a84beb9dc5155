import { expect, test } from "vitest";
import { summarize } from "./summary.ts";

const passed = { name: "contract", passed: 201, failed: 0, skipped: 0, seconds: 3.21 };

test("the table names stage, tests and seconds, and its last line is the total alone", () => {
  expect(summarize([passed, { name: "lint", passed: 1, failed: 0, skipped: 0, seconds: 8 }], 9)).toEqual([
    "stage      tests   seconds",
    "contract     201       3.2",
    "lint           1       8.0",
    "total        202       9.0",
    "",
    "202 passed, 0 failed",
  ]);
});

test("failed and skipped tests are counted and the failed stage is marked", () => {
  const lines = summarize([passed, { name: "pages", passed: 5, failed: 2, skipped: 1, seconds: 1 }], 4);
  expect(lines).toContain("pages          8       1.0  2 failed");
  expect(lines.at(-1)).toBe("206 passed, 2 failed, 1 skipped");
});
