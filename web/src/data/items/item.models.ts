import type { Tables } from "@sheaf/contract/database.types";
import type { AcceptedGroup } from "@sheaf/contract/request-draft";
import type { ItemKind, ItemState } from "@sheaf/contract/states";
import { fileColumns, toStoredFiles, type FileRow, type StoredFile } from "../files/file.models.ts";

/** What a recipient wrote in place of, or instead of, a file. */
export type AnswerKind = "text" | "not_applicable" | "cannot_provide";

export interface ItemAnswer {
  kind: AnswerKind;
  text: string;
}

/** One line of a checklist with everything that came for it. */
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
  /** Why it was returned last; stays while the next answer waits for review. "" when it never was. */
  reason: string;
  /** A decision names the revision it was made on, so that nobody decides about what they have not seen. */
  revision: number;
  isDecided: boolean;
  files: StoredFile[];
}

export type ItemRow = Pick<
  Tables<"items">,
  | "id"
  | "request_id"
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
  | "decided_at"
> & { files: FileRow[] };

export const itemColumns =
  `id, request_id, position, title, instructions, kind, required, accepts, status, answer, answer_kind, reason, revision, decided_at, files(${fileColumns})` as const;

export function toItem(row: ItemRow): Item {
  return {
    id: row.id,
    requestId: row.request_id,
    title: row.title,
    instructions: row.instructions,
    kind: row.kind as ItemKind,
    isRequired: row.required,
    accepts: row.accepts as AcceptedGroup[],
    state: row.status as ItemState,
    answer: row.answer_kind ? { kind: row.answer_kind as AnswerKind, text: row.answer ?? "" } : null,
    reason: row.reason ?? "",
    revision: row.revision,
    isDecided: row.decided_at !== null,
    files: toStoredFiles(row.files),
  };
}

export function toItems(rows: readonly ItemRow[]): Item[] {
  return rows.toSorted((a, b) => a.position - b.position).map(toItem);
}
