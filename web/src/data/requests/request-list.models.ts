/** The five questions that the list of requests answers. */
export const requestFilters = ["open", "review", "overdue", "drafts", "done"] as const;
export type RequestFilter = (typeof requestFilters)[number];

export const requestSorts = ["activity", "due"] as const;
export type RequestSort = (typeof requestSorts)[number];

/** Everything that decides which rows a list shows and in which order. */
export interface RequestListView {
  workspaceId: string;
  filter: RequestFilter;
  search: string;
  sort: RequestSort;
  /** The reader's own day as YYYY-MM-DD: what is overdue depends on where one reads. */
  today: string;
}

export const requestsPerPage = 50;

/** Where the next page begins: the last row's own place in the order. */
export interface RequestCursor {
  lastActivityAt: string;
  dueOn: string | null;
  id: string;
}

/**
 * The condition "after this row" in PostgREST's own words, or nothing on the first page.
 * By due date, requests without one come last; there the id alone decides.
 */
export function afterCursor(sort: RequestSort, cursor: RequestCursor): string {
  if (sort === "activity") {
    const at = `"${cursor.lastActivityAt}"`;
    return `last_activity_at.lt.${at},and(last_activity_at.eq.${at},id.lt.${cursor.id})`;
  }
  if (cursor.dueOn === null) return `and(due_on.is.null,id.gt.${cursor.id})`;
  return `due_on.gt.${cursor.dueOn},and(due_on.eq.${cursor.dueOn},id.gt.${cursor.id}),due_on.is.null`;
}

/** A full page may have a successor; a short one is the last. */
export function nextCursor(page: readonly RequestCursor[]): RequestCursor | undefined {
  return page.length < requestsPerPage ? undefined : page.at(-1);
}
