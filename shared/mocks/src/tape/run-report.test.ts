import { expect, test } from "vitest";
import { mergeReports, type RunReport } from "./run-report.ts";

test("the reports of both sides are merged", () => {
  const page: RunReport = {
    interactions: 3,
    unused: ["page GET a"],
    misses: [{ request: "page GET b", reason: "" }],
  };
  const sidecar: RunReport = { interactions: 2, unused: ["sidecar GET c"], misses: [] };
  expect(mergeReports(page, sidecar)).toEqual({
    interactions: 5,
    unused: ["page GET a", "sidecar GET c"],
    misses: page.misses,
  });
  expect(mergeReports(page, undefined)).toEqual(page);
});
