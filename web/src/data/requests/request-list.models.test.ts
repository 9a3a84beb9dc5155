import { describe, expect, test } from "vitest";
import {
  afterCursor,
  dueRange,
  isNarrowed,
  narrowedBy,
  nextCursor,
  requestsPerPage,
  type RequestCursor,
} from "./request-list.models.ts";

const row: RequestCursor = {
  id: "r1",
  lastActivityAt: "2026-11-20T10:00:00.123456+00:00",
  dueOn: "2026-11-27",
};
const rows = Array.from({ length: requestsPerPage }, (_, index) => ({ ...row, id: `r${index}` }));

describe("the cursor of the next page", () => {
  test("is nothing for the first page", () => {
    expect(afterCursor("activity", null)).toEqual({});
  });

  test("by last activity, distinguishes rows of the same time by id", () => {
    expect(afterCursor("activity", row)).toEqual({ after_activity: row.lastActivityAt, after_id: "r1" });
  });

  test("by due date, is the date and the id", () => {
    expect(afterCursor("due", row)).toEqual({ after_due: "2026-11-27", after_id: "r1" });
  });

  test("among requests without a due date, is the id alone", () => {
    expect(afterCursor("due", { ...row, dueOn: null })).toEqual({ after_id: "r1" });
  });
});

describe("days that something is due", () => {
  test.each([
    ["week", "2026-11-26", "2026-11-23", "2026-11-29"],
    ["week", "2026-11-23", "2026-11-23", "2026-11-29"],
    ["week", "2026-11-29", "2026-11-23", "2026-11-29"],
    ["week", "2027-01-01", "2026-12-28", "2027-01-03"],
    ["month", "2026-12-31", "2026-12-01", "2026-12-31"],
    ["month", "2028-02-01", "2028-02-01", "2028-02-29"],
    ["none", "2026-11-26", "infinity", "infinity"],
  ] as const)("this %s of %s begins %s and ends %s", (due, today, due_from, due_until) => {
    expect(dueRange(due, today)).toEqual({ due_from, due_until });
  });

  test("and that something repeats are conditions like an assignee and a tag", () => {
    expect(narrowedBy({ repeats: true, due: "none" }, "2026-11-26")).toEqual({
      repeats: true,
      due_from: "infinity",
      due_until: "infinity",
    });
    expect(narrowedBy({ repeats: false }, "2026-11-26")).toEqual({});
    expect([{}, { due: "week" } as const, { repeats: true }].map(isNarrowed)).toEqual([false, true, true]);
  });
});

describe("a page of requests", () => {
  test("is the last one when it is not full", () => {
    expect(nextCursor([row])).toBeUndefined();
    expect(nextCursor([])).toBeUndefined();
  });

  test("continues after its last row when it is full", () => {
    expect(nextCursor(rows)?.id).toBe(`r${requestsPerPage - 1}`);
  });
});
