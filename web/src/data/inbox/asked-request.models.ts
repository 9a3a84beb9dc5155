import type { Tables } from "@sheaf/contract/database.types";
import type { AcceptedGroup } from "@sheaf/contract/request-draft";
import type { ItemKind, ItemState, RequestState } from "@sheaf/contract/states";
import type { AnswerKind, ItemAnswer } from "../items/item.models.ts";

/** A file that was added to an item, by this person or another recipient. */
export interface AddedFile {
  id: string;
  name: string;
  /** Bytes. */
  size: number;
  /** The sender's hash, lower-case hexadecimal; "" until it has arrived. */
  sha256: string;
  isMine: boolean;
  /** "" when nobody wrote it down. */
  addedBy: string;
  /** When it arrived. */
  at: string;
}

/** One line of the checklist as the person who answers it sees it. */
export interface AskedItem {
  id: string;
  title: string;
  instructions: string;
  kind: ItemKind;
  isRequired: boolean;
  accepts: AcceptedGroup[];
  state: ItemState;
  answer: ItemAnswer | null;
  /** Why it was returned last; "" when it never was. */
  reason: string;
  /** An answer names the revision it was made on. */
  revision: number;
  /** In the order they arrived. */
  files: AddedFile[];
  /** Own files that were begun and never arrived, as after a closed page. */
  unfinished: AddedFile[];
}

export interface AskedRequest {
  id: string;
  title: string;
  message: string;
  /** YYYY-MM-DD. */
  dueOn: string | null;
  status: RequestState;
  workspaceName: string;
  /** "" when nobody wrote it down. */
  senderName: string;
  /** In the order of the checklist. */
  items: AskedItem[];
}

type FileRow = Pick<
  Tables<"files">,
  "id" | "name" | "size" | "sha256" | "status" | "uploaded_by" | "created_at" | "stored_at"
>;
type ItemRow = Pick<
  Tables<"items">,
  | "id"
  | "position"
  | "title"
  | "instructions"
  | "kind"
  | "required"
  | "accepts"
  | "status"
  | "answer"
  | "answer_kind"
  | "reason"
  | "revision"
> & { files: FileRow[] };
type EventRow = Pick<Tables<"events">, "kind" | "actor_name" | "file_id">;
export type AskedRequestRow = Pick<Tables<"requests">, "id" | "title" | "message" | "due_on" | "status"> & {
  workspaces: Pick<Tables<"workspaces">, "name"> | null;
  items: ItemRow[];
  events: EventRow[];
};

/** Events are read for two names: who sent the request and who added each file. */
export const namingEvents = ["sent", "file_added"] as const;

export const askedRequestColumns = `id, title, message, due_on, status, workspaces(name),
  items(id, position, title, instructions, kind, required, accepts, status, answer, answer_kind, reason, revision,
    files(id, name, size, sha256, status, uploaded_by, created_at, stored_at)),
  events(kind, actor_name, file_id)` as const;

/** @param userId the person who looks. */
export function toAskedRequest(row: AskedRequestRow, userId: string): AskedRequest {
  const addedBy = new Map(row.events.map((event) => [event.file_id, event.actor_name]));
  return {
    id: row.id,
    title: row.title,
    message: row.message,
    dueOn: row.due_on,
    status: row.status as RequestState,
    workspaceName: row.workspaces?.name ?? "",
    senderName: row.events.find(({ kind }) => kind === "sent")?.actor_name ?? "",
    items: row.items
      .toSorted((a, b) => a.position - b.position)
      .map((item) => toAskedItem(item, (file) => toAddedFile(file, addedBy.get(file.id) ?? "", userId))),
  };
}

function toAskedItem(row: ItemRow, toFile: (file: FileRow) => AddedFile): AskedItem {
  const files = row.files
    .toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at) || (a.id < b.id ? -1 : 1))
    .map((file) => ({ status: file.status, file: toFile(file) }));
  return {
    id: row.id,
    title: row.title,
    instructions: row.instructions,
    kind: row.kind as ItemKind,
    isRequired: row.required,
    accepts: row.accepts as AcceptedGroup[],
    state: row.status as ItemState,
    answer: row.answer_kind ? { kind: row.answer_kind as AnswerKind, text: row.answer ?? "" } : null,
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
  };
}
