import { selectColumns, type SelectedRow } from "../../lib/columns.ts";
import { toPhase, type RequestPhase } from "../requests/phase.models.ts";
import { countRemaining, type CountableItem } from "./remaining.models.ts";

/** One request in the recipient's list. */
export interface InboxEntry {
  id: string;
  title: string;
  workspaceName: string;
  /** YYYY-MM-DD. */
  dueOn: string | null;
  phase: RequestPhase;
  lastActivityAt: string;
  items: CountableItem[];
}

const requestSelection = selectColumns("requests", {
  read: ["id", "title", "due_on", "status", "paused_at", "closed_by", "last_activity_at"],
  unread: [
    "invites",
    "reminder_plan",
    "reminders_paused_at",
    "archived_at",
    "changed_at",
    "closed_at",
    "created_at",
    "created_by",
    "items_accepted",
    "items_missing",
    "items_returned",
    "items_submitted",
    "items_total",
    "items_waived",
    "message",
    "required_missing",
    "required_open",
    "required_returned",
    "revision",
    "sent_at",
    "sent_by",
    "workspace_id",
  ],
});
const workspaceSelection = selectColumns("workspaces", {
  read: ["name"],
  unread: ["id", "created_at", "reminder_plan", "require_second_factor", "retain_days", "zone"],
});
const itemSelection = selectColumns("items", {
  read: ["status", "required"],
  unread: [
    "id",
    "accepts",
    "answer",
    "answer_kind",
    "changed_at",
    "choices",
    "created_at",
    "decided_at",
    "decided_by",
    "expected_files",
    "instructions",
    "kind",
    "multiple",
    "position",
    "reason",
    "received_elsewhere",
    "removed_at",
    "request_id",
    "revision",
    "section",
    "sensitive",
    "title",
    "workspace_id",
  ],
});

type RequestRow = SelectedRow<typeof requestSelection> & {
  workspaces: SelectedRow<typeof workspaceSelection> | null;
  items: SelectedRow<typeof itemSelection>[];
};
export interface InboxRow {
  requests: RequestRow | null;
}

/** Reads the items as well, because the request's own counts do not tell required from optional ones. */
export const inboxColumns =
  `requests(${requestSelection.text}, workspaces(${workspaceSelection.text}), items(${itemSelection.text}))` as const;

/** Requests that wait for the recipient first, by due date with undated ones last; then the others, newest first. */
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

/** A required item still waits for the recipient. */
export function isWaiting({ phase, items }: InboxEntry): boolean {
  return phase === "open" && countRemaining(items).required > 0;
}

function rankOf(entry: InboxEntry): number {
  if (isWaiting(entry)) return 0;
  return entry.phase === "cancelled" ? 3 : entry.phase === "done" || entry.phase === "closed" ? 2 : 1;
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
    phase: toPhase(row),
    lastActivityAt: row.last_activity_at,
    items: row.items.map(({ status, required }) => ({ state: status, isRequired: required })),
  };
}
