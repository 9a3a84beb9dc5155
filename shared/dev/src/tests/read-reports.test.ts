import { expect, test } from "vitest";
import { resultsOfPlaywright, resultsOfVitest } from "./read-reports.ts";

test("a report of vitest gives each failure with its message, and a file that did not load", () => {
  const spec = (fullName: string, status: string, ...failureMessages: string[]) => ({
    fullName,
    status,
    failureMessages,
  });
  const testResults = [
    {
      name: "a.test.ts",
      status: "passed",
      assertionResults: [spec("in a", "passed"), spec("in b", "pending")],
    },
    {
      name: "c.test.ts",
      status: "failed",
      assertionResults: [spec("in c", "failed", "\u001b[31mexpected\u001b[39m 1"), spec("in d", "skipped")],
    },
    { name: "e.test.ts", status: "failed", message: "Cannot find e.ts", assertionResults: [] },
  ];
  expect(resultsOfVitest(JSON.stringify({ testResults }))).toEqual({
    passed: 1,
    failed: [
      { name: "in c", message: "expected 1" },
      { name: "e.test.ts", message: "Cannot find e.ts" },
    ],
    skipped: ["in b", "in d"],
    flaky: [],
  });
});

test("a report of browser specs gives the outcome of each, however deeply nested", () => {
  const spec = (title: string, status: string, ...messages: string[]) => ({
    title,
    tests: [{ status, results: messages.map((message) => ({ error: { message } })) }],
  });
  const suites = [
    {
      specs: [spec("a", "expected")],
      suites: [{ specs: [spec("b", "unexpected", "first", "again"), spec("c", "skipped")] }],
    },
    { specs: [spec("d", "flaky", "once")] },
  ];
  expect(resultsOfPlaywright(JSON.stringify({ suites }))).toEqual({
    passed: 1,
    failed: [{ name: "b", message: "first\nagain" }],
    skipped: ["c"],
    flaky: [{ name: "d", message: "once" }],
  });
});
