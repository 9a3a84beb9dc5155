export const requestFilters = ["open", "review", "overdue", "drafts", "done", "archived"] as const;
export type RequestFilter = (typeof requestFilters)[number];

export const requestSorts = ["activity", "due"] as const;
export type RequestSort = (typeof requestSorts)[number];

/** Conditions that every listed request meets. */
export interface Narrowing {
  /** User id of a member, or `nobody`. */
  assignee?: string | undefined;
  /** Id of a tag. */
  tag?: string | undefined;
}

/** In place of a user id: requests that nobody looks after. */
export const nobody = "00000000-0000-0000-0000-000000000000";

/** Parameters of a list of requests. */
export interface RequestListView extends Narrowing {
  workspaceId: string;
  filter: RequestFilter;
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

/** Arguments of `list_requests` and `request_counts`. */
export function narrowedBy({ assignee, tag }: Narrowing) {
  return { ...(assignee !== undefined && { assignee }), ...(tag !== undefined && { tag }) };
}

/** Undefined after a page that is not full, which is the last one. */
export function nextCursor(page: readonly RequestCursor[]): RequestCursor | undefined {
  return page.length < requestsPerPage ? undefined : page.at(-1);
}
