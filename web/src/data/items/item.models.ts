import { selectColumns, type SelectedRow } from "../../lib/columns.ts";
import { exampleColumns, type ExampleRow } from "../examples/example.models.ts";
import { fileColumns, toStoredFiles, type FileRow, type StoredFile } from "../files/file.models.ts";
import { type Note, noteColumns, type NoteRow, toNotes } from "../notes/note.models.ts";
import { questionColumns, type QuestionRow } from "../questions/question.models.ts";
import { coreColumns, type ItemCore, toItemCore } from "./item-core.models.ts";
import { bySection } from "./sections.models.ts";

/** One line of a checklist with everything received for it. */
export interface Item extends ItemCore {
  requestId: string;
  workspaceId: string;
  isDecided: boolean;
  files: StoredFile[];
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
  ...coreColumns,
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

export function toItem(row: ItemRow): Item {
  return {
    ...toItemCore(row),
    requestId: row.request_id,
    workspaceId: row.workspace_id,
    isDecided: row.decided_at !== null,
    files: toStoredFiles(row.files, { ...row, item_id: row.id }),
    notes: toNotes(row.notes),
  };
}

/** In the order of the checklist, section by section. */
export function toItems(rows: readonly ItemRow[]): Item[] {
  return bySection(rows.toSorted((a, b) => a.position - b.position)).map(toItem);
}
