import type { Database } from "@sheaf/contract/database";
import type { RecipientScope } from "@sheaf/contract/states";
import { selectColumns, type SelectedRow } from "../../lib/columns.ts";
import { toPhase, type RequestPhase } from "../requests/phase.models.ts";
import { toHandedPhase } from "./handed-phase.models.ts";
import {
  type ReceivedItem,
  receivedItemColumns,
  type ReceivedItemRow,
  toReceivedItems,
} from "./received-item.models.ts";

export interface ReceivedRequest {
  id: string;
  /** Everything, or only items that were handed to this recipient. */
  scope: RecipientScope;
  /** Names of those who handed them over; empty for the whole request. */
  handedBy: string[];
  title: string;
  /** "" for a helper with single items. */
  message: string;
  /** YYYY-MM-DD. */
  dueOn: string | null;
  phase: RequestPhase;
  /** The title, message or due date changed since the recipient's visit before this one. */
  isChanged: boolean;
  /** YYYY-MM-DD; when this recipient said they would have what is missing. */
  promisedOn: string | null;
  /** This recipient wants no email about it. */
  isMuted: boolean;
  workspaceName: string;
  /** "" when unknown. */
  senderName: string;
  /** In the order of the checklist. */
  items: ReceivedItem[];
}

const eventSelection = selectColumns("events", ["kind", "actor_name", "file_id"]);
const visitSelection = selectColumns("recipients", [
  "first_seen_at",
  "visited_before_at",
  "promised_on",
  "muted_at",
]);
const workspaceSelection = selectColumns("workspaces", ["name"]);
const requestSelection = selectColumns("requests", [
  "id",
  "title",
  "message",
  "due_on",
  "status",
  "paused_at",
  "closed_by",
  "changed_at",
]);

type EventRow = SelectedRow<typeof eventSelection>;
export type ReceivedRequestRow = SelectedRow<typeof requestSelection> & {
  workspaces: SelectedRow<typeof workspaceSelection> | null;
  items: ReceivedItemRow[];
  events: EventRow[];
  /** The recipient's own row; others can't be read. */
  recipients: SelectedRow<typeof visitSelection>[];
};

/** The query reads events only for two names: the sender's, and that of each file's uploader. */
export const namingEvents = ["sent", "file_added"] as const;

export const receivedRequestColumns = `${requestSelection.text}, workspaces(${workspaceSelection.text}),
  items(${receivedItemColumns}), events(${eventSelection.text}), recipients(${visitSelection.text})` as const;

type ChecklistRow = Database["public"]["Functions"]["my_checklist"]["Returns"][number];

/** @param userId the signed-in recipient. */
export function toReceivedRequest(row: ReceivedRequestRow, userId: string): ReceivedRequest {
  const [visit] = row.recipients;
  const isNews = newsSince(visit?.visited_before_at ?? visit?.first_seen_at ?? null);
  const addedBy = new Map(row.events.map((event) => [event.file_id, event.actor_name]));
  return {
    id: row.id,
    scope: "all",
    handedBy: [],
    title: row.title,
    message: row.message,
    dueOn: row.due_on,
    phase: toPhase(row),
    isChanged: isNews(row.changed_at),
    promisedOn: visit?.promised_on ?? null,
    isMuted: (visit?.muted_at ?? null) !== null,
    workspaceName: row.workspaces?.name ?? "",
    senderName: row.events.find(({ kind }) => kind === "sent")?.actor_name ?? "",
    items: toReceivedItems(row.items, { userId, isNews, addedBy: (fileId) => addedBy.get(fileId) ?? "" }),
  };
}

/**
 * The request as a helper with single items sees it.
 *
 * @param items as `receivedItemColumns` reads them.
 */
export function toHandedRequest(
  id: string,
  row: ChecklistRow,
  items: readonly ReceivedItemRow[],
  userId: string,
): ReceivedRequest {
  const isNews = newsSince(row.visited_before_at ?? row.first_seen_at);
  return {
    id,
    scope: "items",
    handedBy: row.handed_by,
    title: row.title,
    message: "",
    dueOn: row.due_on,
    phase: toHandedPhase(row),
    isChanged: false,
    promisedOn: row.promised_on,
    isMuted: row.muted_at !== null,
    workspaceName: row.workspace_name,
    senderName: row.sender_name,
    items: toReceivedItems(items, { userId, isNews, addedBy: (fileId) => row.added_by[fileId] ?? "" }),
  };
}

const newsSince =
  (since: string | null) =>
  (changedAt: string | null): boolean =>
    changedAt !== null && since !== null && Date.parse(changedAt) > Date.parse(since);
