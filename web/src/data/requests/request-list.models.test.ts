import { describe, expect, test } from "vitest";
import { afterCursor, nextCursor, requestsPerPage, type RequestCursor } from "./request-list.models.ts";

const row: RequestCursor = {
  id: "r1",
  lastActivityAt: "2026-11-20T10:00:00.123456+00:00",
  dueOn: "2026-11-27",
};

describe("the next page begins after the last row", () => {
  test("by last activity, two rows of the same instant are told apart by id", () => {
    expect(afterCursor("activity", row)).toBe(
      'last_activity_at.lt."2026-11-20T10:00:00.123456+00:00",and(last_activity_at.eq."2026-11-20T10:00:00.123456+00:00",id.lt.r1)',
    );
  });

  test("by due date, requests without one follow the dated ones", () => {
    expect(afterCursor("due", row)).toBe(
      "due_on.gt.2026-11-27,and(due_on.eq.2026-11-27,id.gt.r1),due_on.is.null",
    );
  });

  test("among requests without a due date the dated ones do not come back", () => {
    expect(afterCursor("due", { ...row, dueOn: null })).toBe("and(due_on.is.null,id.gt.r1)");
  });
});

describe("whether there is more", () => {
  test("a short page is the last", () => {
    expect(nextCursor([row])).toBeUndefined();
    expect(nextCursor([])).toBeUndefined();
  });

  test("a full page continues after its last row", () => {
    const page = Array.from({ length: requestsPerPage }, (_, index) => ({ ...row, id: `r${index}` }));
    expect(nextCursor(page)?.id).toBe(`r${requestsPerPage - 1}`);
  });
});
