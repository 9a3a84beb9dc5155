export const requestFilters = ["open", "review", "overdue", "drafts", "done", "archived", "bin"] as const;
export type RequestFilter = (typeof requestFilters)[number];

export const requestSorts = ["activity", "due"] as const;
export type RequestSort = (typeof requestSorts)[number];

export const dueDays = ["week", "month", "none"] as const;
/** The days that something is due: of this week or month, or none. */
export type DueDays = (typeof dueDays)[number];

/** Conditions that every listed request meets. */
export interface Narrowing {
  /** User id of a member, or `nobody`. */
  assignee?: string | undefined;
  /** Id of a tag. */
  tag?: string | undefined;
  repeats?: boolean | undefined;
  due?: DueDays | undefined;
}

/** In place of a user id: requests without an assignee. */
export const nobody = "00000000-0000-0000-0000-000000000000";

export const isNarrowed = ({ assignee, tag, repeats, due }: Narrowing): boolean =>
  Boolean(assignee ?? tag ?? repeats ?? due);

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
export function narrowedBy({ assignee, tag, repeats, due }: Narrowing, today: string) {
  return {
    ...(assignee !== undefined && { assignee }),
    ...(tag !== undefined && { tag }),
    ...(repeats && { repeats }),
    ...(due && dueRange(due, today)),
  };
}

/** @param today YYYY-MM-DD. Weeks begin on Monday. */
export function dueRange(due: DueDays, today: string): { due_from: string; due_until: string } {
  if (due === "none") return { due_from: "infinity", due_until: "infinity" };
  const date = new Date(today);
  const isoOf = (days: number, months = 0) =>
    new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, days)).toISOString().slice(0, 10);
  if (due === "month") return { due_from: isoOf(1), due_until: isoOf(0, 1) };
  const monday = date.getUTCDate() - ((date.getUTCDay() + 6) % 7);
  return { due_from: isoOf(monday), due_until: isoOf(monday + 6) };
}

/** Undefined after a page that is not full, which is the last one. */
export function nextCursor(page: readonly RequestCursor[]): RequestCursor | undefined {
  return page.length < requestsPerPage ? undefined : page.at(-1);
}
