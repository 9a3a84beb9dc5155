import type { ExportedPerson } from "../../data/people/export-people.ts";
import { toCell } from "../../lib/csv.ts";

const columns = [
  "Name",
  "Email",
  "Other addresses",
  "Tags",
  "First asked",
  "Last seen",
  "Last answer",
  "Open requests",
  "Items left",
  "Due",
  "Promised",
  "Email reaches them",
  "Note",
];

/** One line per person. */
export function toPeopleCsv(people: readonly ExportedPerson[]): string {
  // Spreadsheets recognise UTF-8 by the byte-order mark; RFC 4180 requires CRLF.
  return `\uFEFF${[columns, ...people.map(toRow)].map((row) => row.map(toCell).join(",")).join("\r\n")}\r\n`;
}

function toRow(person: ExportedPerson): string[] {
  return [
    person.name,
    person.email,
    person.other_emails.join(" "),
    person.tags.join(", "),
    person.asked_at,
    person.last_seen_at ?? "",
    person.answered_at ?? "",
    String(person.open_requests),
    String(person.items_left),
    person.due_on ?? "",
    person.promised_on ?? "",
    person.unreachable_at !== null ? "no" : person.muted_at !== null ? "not wanted" : "yes",
    person.note,
  ];
}
