import { expect, test } from "vitest";
import { formatRun, parseRun, type Run, type RunReport, wholeReport } from "./run.ts";

test.each<Run>([
  { id: "4f1c0a2b", tape: "requests-filled", scenario: "slow" },
  { id: "4f1c0a2b", tape: "sign-in", scenario: undefined },
])("a run is read back from its cookie as it was written", (run) => {
  expect(parseRun(formatRun(run))).toEqual(run);
});

test.each(["", "sign-in", "sign-in.sunshine.1", "../../package.-.1", "a/b.-.1", "sign-in.constructor.1"])(
  "%j is no run",
  (cookie) => {
    expect(parseRun(cookie)).toBeUndefined();
  },
);

test("what both sides of a run tell is one report", () => {
  const page: RunReport = { takes: 3, unused: ["page GET a"], misses: [{ request: "page GET b", why: "" }] };
  const sidecar: RunReport = { takes: 2, unused: ["sidecar GET c"], misses: [] };
  expect(wholeReport(page, sidecar)).toEqual({
    takes: 5,
    unused: ["page GET a", "sidecar GET c"],
    misses: page.misses,
  });
  expect(wholeReport(page, undefined)).toEqual(page);
});
