import type { EventKind } from "@sheaf/contract/states";
import { selectColumns, type SelectedRow } from "../../lib/columns.ts";

/** One line of a request's history. Events are never changed or deleted. */
export interface RequestEvent {
  /** From 1 within the request. */
  seq: number;
  kind: EventKind;
  /** Null for an automatic event, such as a request that the last decision completes. */
  actorId: string | null;
  /** The person's name at that time, or their address if they had none: all of it if `actorEmail` was read. */
  actorName: string;
  /** The address the request was sent to, if a recipient acted; "" if a member did or it wasn't read. */
  actorEmail: string;
  /** Null for an event about the whole request. */
  itemId: string | null;
  /** Null for an event about no single file. */
  fileId: string | null;
  /** "" for an event about the whole request. */
  itemTitle: string;
  /** Of the file or recipient that was added, changed or removed; "" for an event about neither. */
  name: string;
  /** YYYY-MM-DD that the event is about; null if it is about none. */
  on: string | null;
  /** Number of files that were downloaded together; 0 for any other event. */
  files: number;
  /** Kind of an answer; null for any other event. */
  answerKind: string | null;
  at: string;
}

const eventSelection = selectColumns("events", [
  "seq",
  "kind",
  "actor",
  "actor_name",
  "data",
  "at",
  "item_id",
  "file_id",
]);

export type EventRow = SelectedRow<typeof eventSelection> & {
  items: { title: string } | null;
  /** Read for the history only. */
  recipients?: { email: string } | null;
};

export const eventColumns = `${eventSelection.text}, items(title)` as const;

export const historyColumns = `${eventColumns}, recipients(email)` as const;

export function toEvent(row: EventRow): RequestEvent {
  return {
    seq: row.seq,
    kind: row.kind,
    actorId: row.actor,
    actorName: actorName(row),
    actorEmail: row.recipients?.email ?? "",
    itemId: row.item_id,
    fileId: row.file_id,
    itemTitle: row.items?.title ?? "",
    name: textIn(row.data, "name") ?? "",
    on: textIn(row.data, "on"),
    files: numberIn(row.data, "files"),
    answerKind: textIn(row.data, "kind"),
    at: row.at,
  };
}

/** The history names a recipient without a name by a shortened address, "a…@lind.example", because other recipients read it. */
function actorName({ actor_name: name, recipients }: EventRow): string {
  return recipients && name === shortened(recipients.email) ? recipients.email : name;
}

/** As the database's `private.shown_address`. */
const shortened = (address: string): string =>
  `${address.slice(0, 1)}…${address.slice(address.indexOf("@"))}`;

/** Of an answer that only says why there is none; null for any other event. */
export function declinedKind({ answerKind }: Pick<RequestEvent, "answerKind">) {
  return answerKind === "cannot_provide" || answerKind === "not_applicable" ? answerKind : null;
}

/** Events store names because they outlive files and recipients. */
function textIn(data: EventRow["data"], key: string): string | null {
  const text = valueIn(data, key);
  return typeof text === "string" ? text : null;
}

function numberIn(data: EventRow["data"], key: string): number {
  const number = valueIn(data, key);
  return typeof number === "number" ? number : 0;
}

function valueIn(data: EventRow["data"], key: string): unknown {
  return typeof data === "object" && data !== null ? Reflect.get(data, key) : undefined;
}
