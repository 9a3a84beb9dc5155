import type { AcceptedGroup } from "@sheaf/contract/request-draft";
import type { AnswerKind, ItemKind, ItemState } from "@sheaf/contract/states";
import { selectColumns, type SelectedRow } from "../../lib/columns.ts";
import { fileColumns, toStoredFiles, type FileRow, type StoredFile } from "../files/file.models.ts";

/** A recipient's written answer, for a text item or instead of files. */
export interface ItemAnswer {
  kind: AnswerKind;
  text: string;
}

/** One line of a checklist with everything received for it. */
export interface Item {
  id: string;
  requestId: string;
  title: string;
  instructions: string;
  kind: ItemKind;
  isRequired: boolean;
  accepts: AcceptedGroup[];
  state: ItemState;
  answer: ItemAnswer | null;
  /** Reason of the latest return, also while the next answer waits for review. "" if it was never returned. */
  reason: string;
  /** A decision names the revision it is about, so that no one decides on a version they have not seen. */
  revision: number;
  isDecided: boolean;
  files: StoredFile[];
}

/** True if something was sent and a member has set all of it aside. */
export function isAllSetAside({ files, answer }: Pick<Item, "files" | "answer">): boolean {
  return answer === null && files.length > 0 && files.every(({ isSetAside }) => isSetAside);
}

const itemSelection = selectColumns("items", {
  read: [
    "id",
    "request_id",
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
    "decided_at",
  ],
  unread: ["created_at", "decided_by", "workspace_id"],
});

export type ItemRow = SelectedRow<typeof itemSelection> & { files: FileRow[] };

export const itemColumns = `${itemSelection.text}, files(${fileColumns})` as const;

export function toItem(row: ItemRow): Item {
  return {
    id: row.id,
    requestId: row.request_id,
    title: row.title,
    instructions: row.instructions,
    kind: row.kind,
    isRequired: row.required,
    accepts: row.accepts,
    state: row.status,
    answer: row.answer_kind ? { kind: row.answer_kind, text: row.answer ?? "" } : null,
    reason: row.reason ?? "",
    revision: row.revision,
    isDecided: row.decided_at !== null,
    files: toStoredFiles(row.files),
  };
}

export function toItems(rows: readonly ItemRow[]): Item[] {
  return rows.toSorted((a, b) => a.position - b.position).map(toItem);
}
