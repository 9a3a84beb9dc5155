import { describe, expect, test } from "vitest";
import { requestSummary } from "./request.fixtures.ts";
import { isWithin, toGroups } from "./request-search.models.ts";

const counts = { ...requestSummary({}).counts, submitted: 1 };

describe("matches of a search", () => {
  test("are grouped by state, each in one group, and empty groups are left out", () => {
    const rows = [
      requestSummary({ id: "cancelled", status: "cancelled" }),
      requestSummary({ id: "open" }),
      requestSummary({ id: "archived", status: "done", isArchived: true }),
      requestSummary({ id: "review", counts }),
      requestSummary({ id: "done", status: "done", counts }),
    ];
    expect(toGroups(rows, "activity").map(({ group, rows }) => [group, rows.map(({ id }) => id)])).toEqual([
      ["review", ["review"]],
      ["open", ["open"]],
      ["done", ["cancelled", "done"]],
      ["archived", ["archived"]],
    ]);
  });

  test("by due date have those without one last, and keep their order otherwise", () => {
    const rows = [
      requestSummary({ id: "undated" }),
      requestSummary({ id: "late", dueOn: "2026-12-01" }),
      requestSummary({ id: "early", dueOn: "2026-11-30" }),
      requestSummary({ id: "undated too" }),
    ];
    expect(toGroups(rows, "due")[0]?.rows.map(({ id }) => id)).toEqual([
      "early",
      "late",
      "undated",
      "undated too",
    ]);
  });

  test("are within the days that the list is narrowed to", () => {
    const within = (due: "week" | "none", dueOn: string | null) =>
      isWithin(requestSummary({ dueOn }), { due }, "2026-11-26");
    const days = ["2026-11-22", "2026-11-23", "2026-11-29", "2026-11-30", null];
    expect(days.map((day) => within("week", day))).toEqual([false, true, true, false, false]);
    expect(days.map((day) => within("none", day))).toEqual([false, false, false, false, true]);
  });
});
