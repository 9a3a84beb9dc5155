import { selectColumns, type SelectedRow } from "../../lib/columns.ts";
import { itemColumns, toItems, type Item, type ItemRow } from "../items/item.models.ts";
import { baseColumns, type BaseRow, type RequestSummary, toBase } from "./request-summary.models.ts";

/** Everything the request page shows, except link and history. */
export interface Request extends Omit<RequestSummary, "lastEvent"> {
  workspace: { id: string; name: string };
  message: string;
  sentAt: string | null;
  /** When it became done or cancelled. */
  closedAt: string | null;
  isArchived: boolean;
  /** An edit names the revision it is about, so that nobody overwrites a text they have not seen. */
  revision: number;
  items: Item[];
}

const workspaceSelection = selectColumns("workspaces", {
  read: ["id", "name"],
  unread: ["created_at", "require_second_factor", "retain_days"],
});
/** Read for the request page in addition to the summary. */
const detailSelection = selectColumns("requests", {
  read: ["message", "sent_at", "closed_at", "archived_at", "revision"],
  unread: [
    "invites",
    "id",
    "changed_at",
    "closed_by",
    "created_at",
    "created_by",
    "due_on",
    "items_accepted",
    "items_missing",
    "items_returned",
    "items_submitted",
    "items_total",
    "items_waived",
    "last_activity_at",
    "paused_at",
    "required_missing",
    "required_open",
    "required_returned",
    "sent_by",
    "status",
    "title",
    "workspace_id",
  ],
});

export type RequestRow = BaseRow &
  SelectedRow<typeof detailSelection> & {
    workspaces: SelectedRow<typeof workspaceSelection>;
    items: ItemRow[];
  };

export const requestColumns =
  `${baseColumns}, ${detailSelection.text}, workspaces(${workspaceSelection.text}), items(${itemColumns})` as const;

export function toRequest(row: RequestRow): Request {
  return {
    ...toBase(row),
    workspace: row.workspaces,
    message: row.message,
    sentAt: row.sent_at,
    closedAt: row.closed_at,
    isArchived: row.archived_at !== null,
    revision: row.revision,
    items: toItems(row.items),
  };
}
