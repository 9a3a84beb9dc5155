import { describe, expect, test } from "vitest";
import { afterCursor, nextCursor, requestsPerPage, type RequestCursor } from "./request-list.models.ts";

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

describe("a page of requests", () => {
  test("is the last one when it is not full", () => {
    expect(nextCursor([row])).toBeUndefined();
    expect(nextCursor([])).toBeUndefined();
  });

  test("continues after its last row when it is full", () => {
    expect(nextCursor(rows)?.id).toBe(`r${requestsPerPage - 1}`);
  });
});
