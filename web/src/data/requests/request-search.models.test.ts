import { describe, expect, test } from "vitest";
import { requestSummary } from "./request.fixtures.ts";
import { toGroups } from "./request-search.models.ts";

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
});
