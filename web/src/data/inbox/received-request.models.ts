import type { AcceptedGroup } from "@sheaf/contract/request-draft";
import type { ItemKind, ItemState, RequestState } from "@sheaf/contract/states";
import { selectColumns, type SelectedRow } from "../../lib/columns.ts";
import type { ItemAnswer } from "../items/item.models.ts";

/** A file added to an item by this recipient or another one. */
export interface AddedFile {
  id: string;
  name: string;
  /** Bytes. */
  size: number;
  /** Lower-case hexadecimal; "" until the upload completes. */
  sha256: string;
  isMine: boolean;
  /** "" when unknown. */
  addedBy: string;
  /** Time of arrival. */
  at: string;
  /** The requester has set it aside. */
  isSetAside: boolean;
}

/** One line of the checklist as its recipient sees it. */
export interface ReceivedItem {
  id: string;
  title: string;
  instructions: string;
  kind: ItemKind;
  isRequired: boolean;
  accepts: AcceptedGroup[];
  state: ItemState;
  answer: ItemAnswer | null;
  /** Reason of the latest return; "" if it was never returned. */
  reason: string;
  /** An answer names the revision it was given on. */
  revision: number;
  /** In order of arrival. */
  files: AddedFile[];
  /** Own uploads that never completed, for example because the page was closed. */
  unfinished: AddedFile[];
}

export interface ReceivedRequest {
  id: string;
  title: string;
  message: string;
  /** YYYY-MM-DD. */
  dueOn: string | null;
  status: RequestState;
  workspaceName: string;
  /** "" when unknown. */
  senderName: string;
  /** In the order of the checklist. */
  items: ReceivedItem[];
}

const fileSelection = selectColumns("files", {
  read: ["id", "name", "size", "sha256", "status", "uploaded_by", "created_at", "stored_at", "set_aside_at"],
  unread: [
    "item_id",
    "mime",
    "object_key",
    "object_version",
    "purged_at",
    "removed_at",
    "removed_by",
    "request_id",
    "workspace_id",
  ],
});
const itemSelection = selectColumns("items", {
  read: [
    "id",
    "position",
    "title",
    "instructions",
    "kind",
    "required",
    "accepts",
    "status",
    "answer",
    "answer_kind",
    "reason",
    "revision",
  ],
  unread: ["created_at", "decided_at", "decided_by", "request_id", "workspace_id"],
});
const eventSelection = selectColumns("events", {
  read: ["kind", "actor_name", "file_id"],
  unread: ["actor", "at", "data", "item_id", "recipient_id", "request_id", "seq", "workspace_id"],
});
const workspaceSelection = selectColumns("workspaces", {
  read: ["name"],
  unread: ["id", "created_at", "require_second_factor", "retain_days"],
});
const requestSelection = selectColumns("requests", {
  read: ["id", "title", "message", "due_on", "status"],
  unread: [
    "closed_at",
    "created_at",
    "created_by",
    "items_accepted",
    "items_missing",
    "items_returned",
    "items_submitted",
    "items_total",
    "items_waived",
    "last_activity_at",
    "required_missing",
    "required_open",
    "required_returned",
    "sent_at",
    "sent_by",
    "workspace_id",
  ],
});

type FileRow = SelectedRow<typeof fileSelection>;
type ItemRow = SelectedRow<typeof itemSelection> & { files: FileRow[] };
type EventRow = SelectedRow<typeof eventSelection>;
export type ReceivedRequestRow = SelectedRow<typeof requestSelection> & {
  workspaces: SelectedRow<typeof workspaceSelection> | null;
  items: ItemRow[];
  events: EventRow[];
};

/** The query reads events only for two names: the sender's, and that of each file's uploader. */
export const namingEvents = ["sent", "file_added"] as const;

export const receivedRequestColumns = `${requestSelection.text}, workspaces(${workspaceSelection.text}),
  items(${itemSelection.text}, files(${fileSelection.text})),
  events(${eventSelection.text})` as const;

/** @param userId the signed-in recipient. */
export function toReceivedRequest(row: ReceivedRequestRow, userId: string): ReceivedRequest {
  const addedBy = new Map(row.events.map((event) => [event.file_id, event.actor_name]));
  return {
    id: row.id,
    title: row.title,
    message: row.message,
    dueOn: row.due_on,
    status: row.status,
    workspaceName: row.workspaces?.name ?? "",
    senderName: row.events.find(({ kind }) => kind === "sent")?.actor_name ?? "",
    items: row.items
      .toSorted((a, b) => a.position - b.position)
      .map((item) => toReceivedItem(item, (file) => toAddedFile(file, addedBy.get(file.id) ?? "", userId))),
  };
}

function toReceivedItem(row: ItemRow, toFile: (file: FileRow) => AddedFile): ReceivedItem {
  const files = row.files
    .toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at) || (a.id < b.id ? -1 : 1))
    .map((file) => ({ status: file.status, file: toFile(file) }));
  return {
    id: row.id,
    title: row.title,
    instructions: row.instructions,
    kind: row.kind,
    isRequired: row.required,
    accepts: row.accepts,
    state: row.status,
    answer: row.answer_kind ? { kind: row.answer_kind, text: row.answer ?? "" } : null,
    reason: row.reason ?? "",
    revision: row.revision,
    files: files.filter(({ status }) => status === "stored").map(({ file }) => file),
    unfinished: files
      .filter(({ status, file }) => status === "uploading" && file.isMine)
      .map(({ file }) => file),
  };
}

function toAddedFile(row: FileRow, addedBy: string, userId: string): AddedFile {
  return {
    id: row.id,
    name: row.name,
    size: row.size,
    sha256: row.sha256 ?? "",
    isMine: row.uploaded_by === userId,
    addedBy,
    at: row.stored_at ?? row.created_at,
    isSetAside: row.set_aside_at !== null,
  };
}
