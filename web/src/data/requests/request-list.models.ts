export const requestFilters = ["open", "review", "overdue", "drafts", "done"] as const;
export type RequestFilter = (typeof requestFilters)[number];

export const requestSorts = ["activity", "due"] as const;
export type RequestSort = (typeof requestSorts)[number];

/** Parameters of a list of requests. */
export interface RequestListView {
  workspaceId: string;
  filter: RequestFilter;
  search: string;
  sort: RequestSort;
  /** The reader's current day, YYYY-MM-DD. What is overdue depends on their time zone. */
  today: string;
}

export const requestsPerPage = 50;

/** The next page starts after this row. */
export interface RequestCursor {
  lastActivityAt: string;
  dueOn: string | null;
  id: string;
}

/**
 * PostgREST condition for rows after the cursor. Sorted by due date, requests without one come last and are ordered by id.
 */
export function afterCursor(sort: RequestSort, cursor: RequestCursor): string {
  if (sort === "activity") {
    const at = `"${cursor.lastActivityAt}"`;
    return `last_activity_at.lt.${at},and(last_activity_at.eq.${at},id.lt.${cursor.id})`;
  }
  if (cursor.dueOn === null) return `and(due_on.is.null,id.gt.${cursor.id})`;
  return `due_on.gt.${cursor.dueOn},and(due_on.eq.${cursor.dueOn},id.gt.${cursor.id}),due_on.is.null`;
}

/** Undefined after a page that is not full, which is the last one. */
export function nextCursor(page: readonly RequestCursor[]): RequestCursor | undefined {
  return page.length < requestsPerPage ? undefined : page.at(-1);
}
