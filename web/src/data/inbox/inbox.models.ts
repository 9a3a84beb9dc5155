import type { Tables } from "@sheaf/contract/database.types";
import type { ItemState, RequestState } from "@sheaf/contract/states";

/** One request in the list of what a person is asked for. */
export interface InboxEntry {
  id: string;
  title: string;
  workspaceName: string;
  /** YYYY-MM-DD. */
  dueOn: string | null;
  status: RequestState;
  lastActivityAt: string;
  counts: Readonly<Record<ItemState, number>>;
}

type RequestRow = Pick<
  Tables<"requests">,
  | "id"
  | "title"
  | "due_on"
  | "status"
  | "last_activity_at"
  | "items_missing"
  | "items_submitted"
  | "items_returned"
  | "items_accepted"
  | "items_waived"
> & { workspaces: Pick<Tables<"workspaces">, "name"> | null };
export interface InboxRow {
  requests: RequestRow | null;
}

export const inboxColumns = `requests(id, title, due_on, status, last_activity_at, items_missing,
  items_submitted, items_returned, items_accepted, items_waived, workspaces(name))` as const;

const urgency: Readonly<Record<RequestState, number>> = { open: 0, done: 1, draft: 2, cancelled: 2 };

/** What still waits for the person first, by due day and the undated after the dated; then what is done, newest first. */
export function toInbox(rows: readonly InboxRow[]): InboxEntry[] {
  return rows
    .flatMap(({ requests: request }) => (request ? [toEntry(request)] : []))
    .toSorted(
      (a, b) =>
        rankOf(a) - rankOf(b) ||
        (isWaiting(a) ? compareDue(a, b) : 0) ||
        Date.parse(b.lastActivityAt) - Date.parse(a.lastActivityAt),
    );
}

/** Something is still to come from the person. */
export function isWaiting({ status, counts }: InboxEntry): boolean {
  return status === "open" && counts.missing + counts.returned > 0;
}

function rankOf(entry: InboxEntry): number {
  return isWaiting(entry) ? -1 : urgency[entry.status];
}

function compareDue(a: InboxEntry, b: InboxEntry): number {
  const last = "9999-12-31";
  return (a.dueOn ?? last).localeCompare(b.dueOn ?? last);
}

function toEntry(row: RequestRow): InboxEntry {
  return {
    id: row.id,
    title: row.title,
    workspaceName: row.workspaces?.name ?? "",
    dueOn: row.due_on,
    status: row.status as RequestState,
    lastActivityAt: row.last_activity_at,
    counts: {
      missing: row.items_missing,
      submitted: row.items_submitted,
      returned: row.items_returned,
      accepted: row.items_accepted,
      waived: row.items_waived,
    },
  };
}
