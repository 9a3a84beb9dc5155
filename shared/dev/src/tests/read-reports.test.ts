import { expect, test } from "vitest";
import { namesOfPlaywright, namesOfVitest } from "./read-reports.ts";

test("a report of the acceptance specs says what came of each by its full name", () => {
  const spec = (fullName: string, status: string) => ({ fullName, status });
  const testResults = [
    { assertionResults: [spec("in a", "passed"), spec("in b", "pending")] },
    { assertionResults: [spec("in c", "failed"), spec("in d", "skipped")] },
  ];
  expect(namesOfVitest(JSON.stringify({ testResults }))).toEqual({
    passed: ["in a"],
    failed: ["in c"],
    skipped: ["in b", "in d"],
  });
});

test("a report of browser specs gives the outcome of each, however deeply nested", () => {
  const spec = (title: string, status: string) => ({ title, tests: [{ status }] });
  const suites = [
    { specs: [spec("a", "expected")], suites: [{ specs: [spec("b", "unexpected"), spec("c", "skipped")] }] },
    { specs: [spec("d", "flaky")] },
  ];
  expect(namesOfPlaywright(JSON.stringify({ suites }))).toEqual({
    passed: ["a", "d"],
    failed: ["b"],
    skipped: ["c"],
  });
});
