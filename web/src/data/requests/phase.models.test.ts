import { expect, test } from "vitest";
import { reopenUntil, toPhase } from "./phase.models.ts";

test.each([
  ["draft", null, null, "draft"],
  ["open", null, null, "open"],
  ["open", "2026-11-20T10:00:00Z", null, "paused"],
  ["done", null, null, "done"],
  ["done", null, "nora", "closed"],
  ["cancelled", null, null, "cancelled"],
] as const)("a request that is %s, paused: %s, closed by: %s is %s", (status, pausedAt, closedBy, phase) => {
  expect(toPhase({ status, paused_at: pausedAt, closed_by: closedBy })).toBe(phase);
});

test("a cancelled request can be reopened for 30 days", () => {
  expect(reopenUntil("2026-11-20T10:00:00Z").toISOString()).toBe("2026-12-20T10:00:00.000Z");
});
