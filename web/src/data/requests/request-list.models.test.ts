import { limits } from "@sheaf/contract/limits";
import { describe, expect, test } from "vitest";
import {
  afterCursor,
  isCut,
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
const page = { rows, isComplete: true };
const lastPage = { rows: [row], isComplete: true };
const listed = { search: "" };
const searched = { search: "anna" };

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
    expect(nextCursor(listed, lastPage, 1)).toBeUndefined();
    expect(nextCursor(listed, { ...lastPage, rows: [] }, 0)).toBeUndefined();
  });

  test("continues after its last row when it is full", () => {
    expect(nextCursor(listed, page, 1000)?.id).toBe(`r${requestsPerPage - 1}`);
    expect(nextCursor(searched, page, limits.searchMatches - requestsPerPage)?.id).toBe("r49");
  });

  test("is the last one of a search that has shown the most it may", () => {
    expect(nextCursor(searched, page, limits.searchMatches)).toBeUndefined();
    const pages = Array.from({ length: limits.searchMatches / requestsPerPage }, () => page);
    expect(isCut(searched, pages)).toBe(true);
    expect(isCut(searched, [...pages.slice(1), lastPage])).toBe(false);
    expect(isCut(listed, pages)).toBe(false);
  });

  test("of a search that compared some requests is cut when it is the last one", () => {
    expect(isCut(searched, [page, { ...lastPage, isComplete: false }])).toBe(true);
    expect(isCut(searched, [{ ...page, isComplete: false }])).toBe(false);
    expect(isCut(searched, [])).toBe(false);
  });
});
