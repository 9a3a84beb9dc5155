import { expect, test } from "vitest";
import type { StageOutcome } from "./run-stage.ts";
import { summarize } from "./summary.ts";

const outcome = (changes: Partial<StageOutcome>): StageOutcome => ({
  name: "contract",
  passed: 201,
  skipped: 0,
  seconds: 3.21,
  failures: [],
  flaky: [],
  lastLines: [],
  ...changes,
});

test("the table names stage, tests and seconds, and its last line is the total alone", () => {
  const { lines, failed } = summarize([outcome({}), outcome({ name: "lint", passed: 1, seconds: 8 })], 9);
  expect(lines).toEqual([
    "stage      tests   seconds",
    "contract     201       3.2",
    "lint           1       8.0",
    "total        202       9.0",
    "",
    "202 passed, 0 failed",
  ]);
  expect(failed).toBe(0);
});

test("failures stand at the end with their messages and the last lines of the servers", () => {
  const broken = outcome({
    name: "pages",
    passed: 5,
    skipped: 1,
    seconds: 1,
    failures: [{ name: "a list is shown", message: "expected 1\nreceived 2" }],
    lastLines: ["[sidecar 0] error: no platform"],
  });
  expect(summarize([outcome({}), broken], 4).lines).toEqual([
    "failed in pages: a list is shown",
    "  expected 1",
    "  received 2",
    "the last lines in pages:",
    "  [sidecar 0] error: no platform",
    "",
    "stage      tests   seconds",
    "contract     201       3.2",
    "pages          7       1.0  1 failed",
    "total        208       4.0",
    "",
    "1 skipped",
    "206 passed, 1 failed",
  ]);
});

test("flaky tests count as passed and are named; a fourth fails the run", () => {
  const flaky = (name: string) => ({ name, message: "Timed out" });
  const three = outcome({ name: "browser", passed: 10, flaky: ["a", "b", "c"].map(flaky) });
  expect(summarize([three], 4)).toMatchObject({ failed: 0 });
  expect(summarize([three], 4).lines).toEqual(expect.arrayContaining(["flaky in browser: b", "  Timed out"]));
  expect(summarize([three], 4).lines.slice(-2)).toEqual(["3 flaky", "13 passed, 0 failed"]);

  const four = summarize([three, outcome({ name: "tapes", passed: 1, flaky: [flaky("d")] })], 4);
  expect(four.failed).toBe(1);
  expect(four.lines).toContain("More than 3 tests were flaky, which fails the run.");
  expect(four.lines.at(-1)).toBe("15 passed, 1 failed");
});
