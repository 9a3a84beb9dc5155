import type { AcceptedGroup } from "@sheaf/contract/request-draft";
import type { AnswerKind, ItemKind, ItemState } from "@sheaf/contract/states";
import { selectColumns, type SelectedRow } from "../../lib/columns.ts";
import { type Example, type ExampleRow, toExamples } from "../examples/example.models.ts";
import { type Question, type QuestionRow, toQuestions } from "../questions/question.models.ts";

/** A recipient's answer other than files. */
export interface ItemAnswer {
  kind: AnswerKind;
  /** As stored: a date is YYYY-MM-DD, choices stand on one line each, and yes or no is "yes" or "no". */
  text: string;
  /** Time at which the text was deleted; `text` is "" then. */
  erasedAt?: string;
}

/** The fields of an item that requesters and recipients both see. */
export interface ItemCore {
  id: string;
  /** Heading that the item stands under; "" for none. */
  section: string;
  title: string;
  instructions: string;
  kind: ItemKind;
  isRequired: boolean;
  accepts: AcceptedGroup[];
  /** Number of files asked for; with the last of them the item is submitted. */
  expectedFiles: number;
  /** Of an item of kind `choice`; empty for any other. */
  choices: string[];
  /** A recipient may choose several. */
  multiple: boolean;
  /** Previews stay blurred until they are opened. */
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
  /** A decision or an answer names the revision it is about, so that it never concerns a version that wasn't seen. */
  revision: number;
  /** Files that show what is meant. */
  examples: Example[];
  questions: Question[];
}

/**
 * Columns that both sides read, except `id` and `answer_erased_at`, which each selection places itself. Recorded requests
 * depend on the order.
 */
export const coreColumns = [
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
] as const;

const coreSelection = selectColumns("items", ["id", ...coreColumns, "answer_erased_at"]);

type CoreRow = SelectedRow<typeof coreSelection> & {
  item_examples: ExampleRow[];
  questions: QuestionRow[];
};

type AnswerRow = Pick<CoreRow, "answer" | "answer_kind" | "answer_erased_at">;

function toAnswer({ answer, answer_kind: kind, answer_erased_at: erasedAt }: AnswerRow): ItemAnswer | null {
  if (kind === null) return null;
  return { kind, text: answer ?? "", ...(answer === null && erasedAt !== null && { erasedAt }) };
}

export function toItemCore(row: CoreRow): ItemCore {
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
    examples: toExamples(row.item_examples),
    questions: toQuestions(row.questions),
  };
}
