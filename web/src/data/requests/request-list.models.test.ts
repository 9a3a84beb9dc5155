import { describe, expect, test } from "vitest";
import { afterCursor, nextCursor, requestsPerPage, type RequestCursor } from "./request-list.models.ts";

const row: RequestCursor = {
  id: "r1",
  lastActivityAt: "2026-11-20T10:00:00.123456+00:00",
  dueOn: "2026-11-27",
};

describe("the cursor of the next page", () => {
  test("by last activity, distinguishes rows of the same time by id", () => {
    expect(afterCursor("activity", row)).toBe(
      'last_activity_at.lt."2026-11-20T10:00:00.123456+00:00",and(last_activity_at.eq."2026-11-20T10:00:00.123456+00:00",id.lt.r1)',
    );
  });

  test("by due date, puts requests without one after the dated ones", () => {
    expect(afterCursor("due", row)).toBe(
      "due_on.gt.2026-11-27,and(due_on.eq.2026-11-27,id.gt.r1),due_on.is.null",
    );
  });

  test("among requests without a due date, leaves out the dated ones", () => {
    expect(afterCursor("due", { ...row, dueOn: null })).toBe("and(due_on.is.null,id.gt.r1)");
  });
});

describe("a page of requests", () => {
  test("is the last one when it is not full", () => {
    expect(nextCursor([row])).toBeUndefined();
    expect(nextCursor([])).toBeUndefined();
  });

  test("continues after its last row when it is full", () => {
    const page = Array.from({ length: requestsPerPage }, (_, index) => ({ ...row, id: `r${index}` }));
    expect(nextCursor(page)?.id).toBe(`r${requestsPerPage - 1}`);
  });
});
