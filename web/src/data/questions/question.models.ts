import { selectColumns, type SelectedRow } from "../../lib/columns.ts";

/** A question or a reply. Never changed. */
export interface Message {
  id: string;
  /** Account of the author, who may be gone. */
  author: string;
  authorName: string;
  /** Written for the workspace; otherwise by a recipient. */
  isFromMember: boolean;
  body: string;
  at: string;
}

/** A question about an item from either side, with its replies. */
export interface Question {
  id: string;
  isResolved: boolean;
  /** The question first, then the replies; never empty. */
  messages: Message[];
}

const messageSelection = selectColumns("messages", [
  "id",
  "author",
  "author_name",
  "is_member",
  "body",
  "at",
]);
const questionSelection = selectColumns("questions", ["id", "created_at", "resolved_at"]);

export type QuestionRow = SelectedRow<typeof questionSelection> & {
  messages: SelectedRow<typeof messageSelection>[];
};

export const questionColumns =
  `questions(${questionSelection.text}, messages(${messageSelection.text}))` as const;

/** In the order in which they were asked. */
export function toQuestions(rows: readonly QuestionRow[]): Question[] {
  return rows
    .toSorted((a, b) => compareTimes(a.created_at, b.created_at))
    .map((row) => ({
      id: row.id,
      isResolved: row.resolved_at !== null,
      messages: row.messages
        .toSorted((a, b) => compareTimes(a.at, b.at))
        .map(({ id, author, author_name: authorName, is_member: isFromMember, body, at }) => ({
          id,
          author,
          authorName,
          isFromMember,
          body,
          at,
        })),
    }));
}

/** Time of the newest message, as the database wrote it; null without questions. Reading up to it loses no later one. */
export function newestMessageAt(questions: readonly Question[]): string | null {
  const times = questions.flatMap(({ messages }) => messages.map(({ at }) => at));
  return times.toSorted(compareTimes).at(-1) ?? null;
}

/** Text order would be wrong where one time has microseconds and the other none. */
function compareTimes(a: string, b: string): number {
  return Date.parse(a) - Date.parse(b) || (a < b ? -1 : Number(a > b));
}
