import type { Database } from "@sheaf/contract/database";
import type { AnswerKind } from "@sheaf/contract/states";
import { selectColumns, type SelectedRow } from "../../lib/columns.ts";
import { toPhase, type RequestPhase } from "../requests/phase.models.ts";
import { toHandedPhase } from "./handed-phase.models.ts";
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
  items: InboxItem[];
}

interface InboxItem extends CountableItem {
  answer: { kind: AnswerKind } | null;
}

const requestSelection = selectColumns("requests", [
  "id",
  "title",
  "due_on",
  "status",
  "paused_at",
  "closed_by",
  "last_activity_at",
]);
const workspaceSelection = selectColumns("workspaces", ["name"]);
const itemSelection = selectColumns("items", ["status", "required", "answer_kind"]);

const recipientSelection = selectColumns("recipients", ["scope"]);

type RequestRow = SelectedRow<typeof requestSelection> & {
  workspaces: SelectedRow<typeof workspaceSelection> | null;
  items: SelectedRow<typeof itemSelection>[];
};
export type InboxRow = SelectedRow<typeof recipientSelection> & {
  /** Null if only items of it were handed to this recipient. */
  requests: RequestRow | null;
};
export type HandedRow = Database["public"]["Functions"]["my_checklists"]["Returns"][number];

/** Reads the items as well, because the request's own counts do not tell required from optional ones. */
export const inboxColumns =
  `${recipientSelection.text}, requests(${requestSelection.text}, workspaces(${workspaceSelection.text}), items(${itemSelection.text}))` as const;

/** Requests that wait for the recipient first, by due date with undated ones last; then the others, newest first. */
export function toInbox(rows: readonly InboxRow[], handed: readonly HandedRow[]): InboxEntry[] {
  return [
    ...rows.flatMap(({ requests: request }) => (request ? [toEntry(request)] : [])),
    ...handed.map(toHandedEntry),
  ].toSorted(
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

function toHandedEntry(row: HandedRow): InboxEntry {
  return {
    id: row.id,
    title: row.title,
    workspaceName: row.workspace_name,
    dueOn: row.due_on,
    phase: toHandedPhase(row),
    lastActivityAt: row.handed_at,
    items: row.items.map(toInboxItem),
  };
}

const toInboxItem = ({ status, required, answer_kind: kind }: HandedRow["items"][number]): InboxItem => ({
  state: status,
  isRequired: required,
  answer: kind ? { kind } : null,
});

function toEntry(row: RequestRow): InboxEntry {
  return {
    id: row.id,
    title: row.title,
    workspaceName: row.workspaces?.name ?? "",
    dueOn: row.due_on,
    phase: toPhase(row),
    lastActivityAt: row.last_activity_at,
    items: row.items.map(toInboxItem),
  };
}
