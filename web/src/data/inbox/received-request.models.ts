import type { AcceptedGroup } from "@sheaf/contract/request-draft";
import type { Database } from "@sheaf/contract/database";
import type { FileVerdict, ItemKind, ItemState, RecipientScope } from "@sheaf/contract/states";
import { selectColumns, type SelectedRow } from "../../lib/columns.ts";
import { type FileCheck, toFileCheck } from "../files/file-check.models.ts";
import { type Example, exampleColumns, type ExampleRow, toExamples } from "../examples/example.models.ts";
import { type ItemAnswer, toAnswer } from "../items/item.models.ts";
import {
  type Question,
  questionColumns,
  type QuestionRow,
  toQuestions,
} from "../questions/question.models.ts";
import { toPhase, type RequestPhase } from "../requests/phase.models.ts";
import { toHandedPhase } from "./handed-phase.models.ts";

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
  check: FileCheck;
  /** The requester has set it aside. */
  isSetAside: boolean;
  /** A member added it to an item received another way. */
  isAddedByMember: boolean;
  /** Null while the file waits for review, or if the last decision left it out. */
  verdict: FileVerdict | null;
  /** "" unless the file is returned. */
  verdictReason: string;
  /** The recipient has asked for its deletion. `refusal` is why it is kept; "" while that is being decided. */
  deletion?: { askedAt: string; refusal: string };
}

/** The record of a file that was deleted after the request had ended. */
export interface DeletedFile {
  id: string;
  name: string;
  /** Bytes. */
  size: number;
  /** Time from which storage has it no more; null while it still has, and nobody can open it. */
  goneAt: string | null;
}

/** One line of the checklist as its recipient sees it. */
export interface ReceivedItem {
  id: string;
  /** Heading that the item stands under; "" for none. */
  section: string;
  title: string;
  instructions: string;
  kind: ItemKind;
  isRequired: boolean;
  accepts: AcceptedGroup[];
  /** Number of files after which the item is submitted by itself. */
  expectedFiles: number;
  /** Options to choose from. */
  choices: string[];
  /** Several may be chosen. */
  multiple: boolean;
  /** Previews stay blurred until somebody opens them. */
  isSensitive: boolean;
  state: ItemState;
  /** Accepted because it arrived another way. */
  isReceivedElsewhere: boolean;
  answer: ItemAnswer | null;
  /** Reason of the latest return, or a note on a decision without an answer; "" if there is none. */
  reason: string;
  /** An answer names the revision it was given on. */
  revision: number;
  /** Added or reworded since the recipient's visit before this one. */
  isChanged: boolean;
  /** In order of arrival. */
  files: AddedFile[];
  /** Own uploads that never completed, for example because the page was closed. */
  unfinished: AddedFile[];
  deleted: DeletedFile[];
  /** Files that show what is meant. */
  examples: Example[];
  questions: Question[];
}

export interface ReceivedRequest {
  id: string;
  /** Everything, or only items that somebody handed to this recipient. */
  scope: RecipientScope;
  /** Names of those who handed them over; empty for the whole request. */
  handedBy: string[];
  title: string;
  /** "" for somebody with single items. */
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

const fileSelection = selectColumns("files", [
  "id",
  "name",
  "size",
  "sha256",
  "status",
  "uploaded_by",
  "created_at",
  "stored_at",
  "set_aside_at",
  "added_by_member",
  "verdict",
  "verdict_reason",
  "checked_at",
  "damaged",
  "purged_at",
  "removed_by",
  "deletion_asked_at",
  "deletion_refusal",
]);
const itemSelection = selectColumns("items", [
  "id",
  "position",
  "section",
  "title",
  "instructions",
  "kind",
  "required",
  "accepts",
  "expected_files",
  "sensitive",
  "choices",
  "multiple",
  "status",
  "received_elsewhere",
  "answer",
  "answer_kind",
  "reason",
  "revision",
  "changed_at",
  "answer_erased_at",
]);
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

type FileRow = SelectedRow<typeof fileSelection>;
type ItemRow = SelectedRow<typeof itemSelection> & {
  files: FileRow[];
  item_examples: ExampleRow[];
  questions: QuestionRow[];
};
type EventRow = SelectedRow<typeof eventSelection>;
export type ReceivedRequestRow = SelectedRow<typeof requestSelection> & {
  workspaces: SelectedRow<typeof workspaceSelection> | null;
  items: ItemRow[];
  events: EventRow[];
  /** The recipient's own row; others can't be read. */
  recipients: SelectedRow<typeof visitSelection>[];
};

/** The query reads events only for two names: the sender's, and that of each file's uploader. */
export const namingEvents = ["sent", "file_added"] as const;

export const receivedItemColumns =
  `${itemSelection.text}, files(${fileSelection.text}), ${exampleColumns}, ${questionColumns}` as const;

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
    items: toReceivedItems(row.items, isNews, (file) =>
      toAddedFile(file, addedBy.get(file.id) ?? "", userId),
    ),
  };
}

/**
 * The request as somebody sees it to whom items were handed.
 *
 * @param items as `receivedItemColumns` reads them.
 */
export function toHandedRequest(
  id: string,
  row: ChecklistRow,
  items: readonly ItemRow[],
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
    items: toReceivedItems(items, isNews, (file) => toAddedFile(file, row.added_by[file.id] ?? "", userId)),
  };
}

const newsSince =
  (since: string | null) =>
  (changedAt: string | null): boolean =>
    changedAt !== null && since !== null && Date.parse(changedAt) > Date.parse(since);

function toReceivedItems(
  rows: readonly ItemRow[],
  isNews: (changedAt: string | null) => boolean,
  toFile: (file: FileRow) => AddedFile,
): ReceivedItem[] {
  return rows
    .toSorted((a, b) => a.position - b.position)
    .map((row) => toReceivedItem(row, isNews(row.changed_at), toFile));
}

function toReceivedItem(
  row: ItemRow,
  isChanged: boolean,
  toFile: (file: FileRow) => AddedFile,
): ReceivedItem {
  const files = row.files
    .toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at) || (a.id < b.id ? -1 : 1))
    .map((file) => ({ status: file.status, file: toFile(file) }));
  return {
    id: row.id,
    section: row.section,
    title: row.title,
    instructions: row.instructions,
    kind: row.kind,
    isRequired: row.required,
    accepts: row.accepts,
    expectedFiles: row.expected_files,
    choices: row.choices,
    multiple: row.multiple,
    isSensitive: row.sensitive,
    state: row.status,
    isReceivedElsewhere: row.received_elsewhere,
    answer: toAnswer(row),
    reason: row.reason ?? "",
    revision: row.revision,
    isChanged,
    files: files.filter(({ status }) => status === "stored").map(({ file }) => file),
    unfinished: files
      .filter(({ status, file }) => status === "uploading" && file.isMine && !file.isAddedByMember)
      .map(({ file }) => file),
    deleted: row.files.filter(isDeletedLater).map(toDeletedFile),
    examples: toExamples(row.item_examples),
    questions: toQuestions(row.questions),
  };
}

/** Expired, or deleted because its sender asked for that: not replaced while the request was open. */
function isDeletedLater(row: FileRow): boolean {
  return (
    row.status === "removed" &&
    row.stored_at !== null &&
    (row.removed_by === null || row.deletion_asked_at !== null)
  );
}

function toDeletedFile({ id, name, size, purged_at: goneAt }: FileRow): DeletedFile {
  return { id, name, size, goneAt };
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
    check: toFileCheck(row),
    isSetAside: row.set_aside_at !== null,
    isAddedByMember: row.added_by_member,
    verdict: row.verdict,
    verdictReason: row.verdict_reason ?? "",
    ...(row.deletion_asked_at !== null && {
      deletion: { askedAt: row.deletion_asked_at, refusal: row.deletion_refusal ?? "" },
    }),
  };
}
