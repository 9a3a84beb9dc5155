import { limits } from "@sheaf/contract/limits";

export const requestFilters = ["open", "review", "overdue", "drafts", "done", "archived"] as const;
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

/** Arguments of `list_requests` for the rows after the cursor. Sorted by due date, requests without one come last. */
export function afterCursor(sort: RequestSort, cursor: RequestCursor | null) {
  if (cursor === null) return {};
  const after_id = cursor.id;
  if (sort === "activity") return { after_activity: cursor.lastActivityAt, after_id };
  return cursor.dueOn === null ? { after_id } : { after_due: cursor.dueOn, after_id };
}

export interface RequestPage<Row extends RequestCursor> {
  rows: readonly Row[];
  /** A search compares a bounded number of requests. False if others may match. */
  isComplete: boolean;
}

/** Undefined after a page that is not full, which is the last one, and after the most that a search shows. */
export function nextCursor(
  { search }: Pick<RequestListView, "search">,
  { rows }: RequestPage<RequestCursor>,
  loaded: number,
): RequestCursor | undefined {
  return rows.length < requestsPerPage || showsAll({ search }, loaded) ? undefined : rows.at(-1);
}

/** True if other requests may match the search than those that its pages show. */
export function isCut(
  view: Pick<RequestListView, "search">,
  pages: readonly RequestPage<RequestCursor>[],
): boolean {
  const loaded = pages.flatMap(({ rows }) => rows).length;
  const last = pages.at(-1);
  const isLast = last !== undefined && last.rows.length < requestsPerPage;
  return showsAll(view, loaded) || (isLast && !last.isComplete);
}

/** A search shows a bounded number of matches. */
const showsAll = ({ search }: Pick<RequestListView, "search">, loaded: number) =>
  search !== "" && loaded >= limits.searchMatches;
