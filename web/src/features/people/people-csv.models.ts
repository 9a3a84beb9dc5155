import type { ExportedPerson } from "../../data/people/export-people.ts";
import { type CsvFormat, localCsv, toCsv } from "../../lib/csv.ts";

/** One line per person. */
export function toPeopleCsv(people: readonly ExportedPerson[], format: CsvFormat = localCsv()): string {
  const heads = [
    "Name",
    "Email",
    "Client",
    "Phone",
    "Other addresses",
    "Tags",
    ...["First asked", "Last seen", "Last answer"].map(format.timeHead),
    "Open requests",
    "Items left",
    "Due",
    "Promised",
    "Email reaches them",
    "Note",
  ];
  return toCsv([heads, ...people.map((person) => toRow(person, format))], format);
}

function toRow(person: ExportedPerson, { time, words }: CsvFormat): string[] {
  const timeOf = (isoTime: string | null) => (isoTime === null ? "" : time(isoTime));
  return [
    words(person.name),
    person.email,
    words(person.client),
    words(person.phone),
    person.other_emails.join(" "),
    words(person.tags.join(", ")),
    ...[person.asked_at, person.last_seen_at, person.answered_at].map(timeOf),
    String(person.open_requests),
    String(person.items_left),
    person.due_on ?? "",
    person.promised_on ?? "",
    person.unreachable_at !== null ? "no" : person.muted_at !== null ? "not wanted" : "yes",
    words(person.note),
  ];
}
