import type { Item } from "../../data/items/item.models.ts";
import type { Recipient } from "../../data/requests/request.models.ts";

/** Ids of all files on the page. */
export function filesIn(items: readonly Item[]): ReadonlySet<string> {
  return new Set(items.flatMap((item) => item.files.map((file) => file.id)));
}

/** Delivery of the emails to each recipient; changes with each that is sent or refused. */
export function emailsTo(people: readonly Recipient[]): string {
  return people
    .map((person) => [person.id, person.isInvited, person.isUnreachable, person.remindersSent].join())
    .join(" ");
}

/** Announcement of files that were not known before; "" for none. */
export function arrivalText(items: readonly Item[], known: ReadonlySet<string>): string {
  const fresh = items.flatMap((item) =>
    item.files.filter((file) => !known.has(file.id)).map((file) => ({ file, item })),
  );
  const [first] = fresh;
  if (!first) return "";
  return fresh.length === 1
    ? `${first.file.name} was added to ${first.item.title}`
    : `${fresh.length} files were added`;
}
