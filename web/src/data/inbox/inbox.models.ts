import type { Tables } from "@sheaf/contract/database.types";
import type { ItemState, RequestState } from "@sheaf/contract/states";
import { leftOf, type Leftable } from "./left.models.ts";

/** One request in the list of what a person is asked for. */
export interface InboxEntry {
  id: string;
  title: string;
  workspaceName: string;
  /** YYYY-MM-DD. */
  dueOn: string | null;
  status: RequestState;
  lastActivityAt: string;
  items: Leftable[];
}

type RequestRow = Pick<Tables<"requests">, "id" | "title" | "due_on" | "status" | "last_activity_at"> & {
  workspaces: Pick<Tables<"workspaces">, "name"> | null;
  items: Pick<Tables<"items">, "status" | "required">[];
};
export interface InboxRow {
  requests: RequestRow | null;
}

/** The row's own counts do not tell what may be left out, so the items are read: two short columns each. */
export const inboxColumns =
  "requests(id, title, due_on, status, last_activity_at, workspaces(name), items(status, required))" as const;

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

/** Something that is needed is still to come from the person. */
export function isWaiting({ status, items }: InboxEntry): boolean {
  return status === "open" && leftOf(items).required > 0;
}

function rankOf(entry: InboxEntry): number {
  if (isWaiting(entry)) return 0;
  return entry.status === "cancelled" ? 3 : entry.status === "done" ? 2 : 1;
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
    items: row.items.map(({ status, required }) => ({ state: status as ItemState, isRequired: required })),
  };
}
