import type { FileVerdict } from "@sheaf/contract/states";
import { selectColumns, type SelectedRow } from "../../lib/columns.ts";
import { exampleColumns, type ExampleRow } from "../examples/example.models.ts";
import { type FileCheck, toFileCheck } from "../files/file-check.models.ts";
import { coreColumns, type ItemCore, toItemCore } from "../items/item-core.models.ts";
import { questionColumns, type QuestionRow } from "../questions/question.models.ts";

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
  /** Time at which storage deleted it; null until then. It can't be opened in either case. */
  goneAt: string | null;
}

/** One line of the checklist as its recipient sees it. */
export interface ReceivedItem extends ItemCore {
  /** Added or reworded since the recipient's visit before this one. */
  isChanged: boolean;
  /** In order of arrival. */
  files: AddedFile[];
  /** Own uploads that never completed, for example because the page was closed. */
  unfinished: AddedFile[];
  deleted: DeletedFile[];
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
const itemSelection = selectColumns("items", ["id", ...coreColumns, "changed_at", "answer_erased_at"]);

type FileRow = SelectedRow<typeof fileSelection>;
export type ReceivedItemRow = SelectedRow<typeof itemSelection> & {
  files: FileRow[];
  item_examples: ExampleRow[];
  questions: QuestionRow[];
};

export const receivedItemColumns =
  `${itemSelection.text}, files(${fileSelection.text}), ${exampleColumns}, ${questionColumns}` as const;

/** Facts about the recipient that a row doesn't contain. */
interface Reader {
  userId: string;
  /** True for a time since the recipient's visit before this one. */
  isNews: (changedAt: string | null) => boolean;
  /** Name of a file's uploader; "" when unknown. */
  addedBy: (fileId: string) => string;
}

/** In the order of the checklist. */
export function toReceivedItems(rows: readonly ReceivedItemRow[], reader: Reader): ReceivedItem[] {
  return rows.toSorted((a, b) => a.position - b.position).map((row) => toReceivedItem(row, reader));
}

function toReceivedItem(row: ReceivedItemRow, reader: Reader): ReceivedItem {
  const files = row.files
    .toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at) || (a.id < b.id ? -1 : 1))
    .map((file) => ({ status: file.status, file: toAddedFile(file, reader) }));
  return {
    ...toItemCore(row),
    isChanged: reader.isNews(row.changed_at),
    files: files.filter(({ status }) => status === "stored").map(({ file }) => file),
    unfinished: files
      .filter(({ status, file }) => status === "uploading" && file.isMine && !file.isAddedByMember)
      .map(({ file }) => file),
    deleted: row.files.filter(isDeletedLater).map(toDeletedFile),
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

function toAddedFile(row: FileRow, { addedBy, userId }: Reader): AddedFile {
  return {
    id: row.id,
    name: row.name,
    size: row.size,
    sha256: row.sha256 ?? "",
    isMine: row.uploaded_by === userId,
    addedBy: addedBy(row.id),
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
