import type { AcceptedGroup } from "@sheaf/contract/request-draft";
import type { AnswerKind, ItemKind, ItemState } from "@sheaf/contract/states";
import { selectColumns, type SelectedRow } from "../../lib/columns.ts";
import { type Example, exampleColumns, type ExampleRow, toExamples } from "../examples/example.models.ts";
import { type Note, noteColumns, type NoteRow, toNotes } from "../notes/note.models.ts";
import {
  type Question,
  questionColumns,
  type QuestionRow,
  toQuestions,
} from "../questions/question.models.ts";
import { bySection } from "./sections.models.ts";
import { fileColumns, toStoredFiles, type FileRow, type StoredFile } from "../files/file.models.ts";

/** A recipient's answer other than files. */
export interface ItemAnswer {
  kind: AnswerKind;
  /** As stored: a date is YYYY-MM-DD, choices stand on one line each, and yes or no is "yes" or "no". */
  text: string;
  /** Time at which the text was deleted; `text` is "" then. */
  erasedAt?: string;
}

/** One line of a checklist with everything received for it. */
export interface Item {
  id: string;
  requestId: string;
  workspaceId: string;
  /** Heading that the item stands under; "" for none. */
  section: string;
  title: string;
  instructions: string;
  kind: ItemKind;
  isRequired: boolean;
  accepts: AcceptedGroup[];
  /** Number of files asked for. */
  expectedFiles: number;
  /** Of an item of kind `choice`; empty for any other. */
  choices: string[];
  /** A recipient may choose several. */
  multiple: boolean;
  /** Previews stay blurred until somebody opens them. */
  isSensitive: boolean;
  state: ItemState;
  /** Accepted because it arrived another way, with or without files that members added. */
  isReceivedElsewhere: boolean;
  answer: ItemAnswer | null;
  /**
   * Reason of the latest return, also while the next answer waits for review, or a member's note on a decision without an
   * answer. "" if there is none.
   */
  reason: string;
  /** A decision names the revision it is about, so that no one decides on a version they have not seen. */
  revision: number;
  isDecided: boolean;
  files: StoredFile[];
  /** Examples, as recipients see them. */
  examples: Example[];
  questions: Question[];
  /** Recipients can't read them. */
  notes: Note[];
}

/** True if a member can decide on what was sent: everything expected, or a part of it. */
export const isToReview = ({ state }: Pick<Item, "state">) => state === "submitted" || state === "partial";

/** True if something waits for a decision and a member has set all of it aside. */
export function isAllSetAside({ files, answer }: Pick<Item, "files" | "answer">): boolean {
  const waiting = files.filter(({ verdict, isAddedByMember }) => verdict === null && !isAddedByMember);
  return answer === null && waiting.length > 0 && waiting.every(({ isSetAside }) => isSetAside);
}

const itemSelection = selectColumns("items", [
  "id",
  "request_id",
  "workspace_id",
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
  "decided_at",
  "answer_erased_at",
]);

export type ItemRow = SelectedRow<typeof itemSelection> & {
  /** The stored ones. */
  files: FileRow[];
  item_examples: ExampleRow[];
  questions: QuestionRow[];
  notes: NoteRow[];
};

export const itemColumns =
  `${itemSelection.text}, files(${fileColumns}), ${exampleColumns}, ${questionColumns}, ${noteColumns}` as const;

type AnswerRow = Pick<SelectedRow<typeof itemSelection>, "answer" | "answer_kind" | "answer_erased_at">;

export function toAnswer({
  answer,
  answer_kind: kind,
  answer_erased_at: erasedAt,
}: AnswerRow): ItemAnswer | null {
  if (kind === null) return null;
  return { kind, text: answer ?? "", ...(answer === null && erasedAt !== null && { erasedAt }) };
}

export function toItem(row: ItemRow): Item {
  return {
    id: row.id,
    requestId: row.request_id,
    workspaceId: row.workspace_id,
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
    isDecided: row.decided_at !== null,
    files: toStoredFiles(row.files, { ...row, item_id: row.id }),
    examples: toExamples(row.item_examples),
    questions: toQuestions(row.questions),
    notes: toNotes(row.notes),
  };
}

/** In the order of the checklist, section by section. */
export function toItems(rows: readonly ItemRow[]): Item[] {
  return bySection(rows.toSorted((a, b) => a.position - b.position)).map(toItem);
}
