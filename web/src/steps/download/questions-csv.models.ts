import { type CsvFormat, toCsv } from "../../lib/csv.ts";
import type { Archive } from "./archive.models.ts";

export const hasQuestions = ({ items }: Archive): boolean =>
  items.some(({ item }) => item.questions.length > 0);

/** One line per question and reply, in the order of the items. Notes of the members aren't part of it. */
export function toQuestionsCsv(archive: Archive, format: CsvFormat): string {
  const heads = ["Number", "Item", "Question", format.timeHead("Time"), "Person", "Side", "Text", "Resolved"];
  const rows = archive.items.flatMap(({ number, item }) =>
    item.questions.flatMap(({ messages, isResolved }, place) =>
      messages.map(({ at, authorName, isFromMember, body }) => [
        number,
        format.words(item.title),
        String(place + 1),
        format.time(at),
        authorName,
        isFromMember ? "member" : "recipient",
        format.words(body),
        isResolved ? "yes" : "no",
      ]),
    ),
  );
  return toCsv([heads, ...rows], format);
}
