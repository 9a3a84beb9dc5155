import type { Tables } from "@sheaf/contract/database.types";
import type { RequestState } from "@sheaf/contract/states";
import { eventColumns, toEvent, type EventRow, type RequestEvent } from "../events/event.models.ts";
import { itemColumns, toItems, type Item, type ItemRow } from "../items/item.models.ts";
import type { RequestCounts } from "./progress.models.ts";

/** Somebody who was asked. */
export interface Person {
  id: string;
  email: string;
  /** As the requester wrote it; "" when only the address is known. */
  name: string;
  isOpened: boolean;
}

/** One row of the list. */
export interface RequestSummary {
  id: string;
  title: string;
  status: RequestState;
  dueOn: string | null;
  counts: RequestCounts;
  people: Person[];
  /** At least one of the people has seen it. */
  isOpened: boolean;
  lastActivityAt: string;
  lastEvent: RequestEvent | null;
}

/** A request whole: everything that its page shows except link and history. */
export interface Request extends Omit<RequestSummary, "lastEvent"> {
  workspace: { id: string; name: string };
  message: string;
  sentAt: string | null;
  items: Item[];
}

export type PersonRow = Pick<Tables<"recipients">, "id" | "email" | "name" | "first_seen_at" | "created_at">;

type CountColumns =
  | "items_missing"
  | "items_submitted"
  | "items_returned"
  | "items_accepted"
  | "items_waived"
  | "required_missing"
  | "required_returned";

type BaseRow = Pick<
  Tables<"requests">,
  "id" | "title" | "status" | "due_on" | "last_activity_at" | CountColumns
> & { recipients: PersonRow[] };

export type SummaryRow = BaseRow & { events: EventRow[] };
export type RequestRow = BaseRow &
  Pick<Tables<"requests">, "message" | "sent_at"> & {
    workspaces: { id: string; name: string };
    items: ItemRow[];
  };

const baseColumns =
  "id, title, status, due_on, last_activity_at, items_missing, items_submitted, items_returned, items_accepted, items_waived, required_missing, required_returned, recipients(id, email, name, first_seen_at, created_at)";

export const summaryColumns = `${baseColumns}, events(${eventColumns})` as const;
export const requestColumns =
  `${baseColumns}, message, sent_at, workspaces(id, name), items(${itemColumns})` as const;

export function toSummary(row: SummaryRow): RequestSummary {
  const last = row.events[0];
  return { ...toBase(row), lastEvent: last ? toEvent(last) : null };
}

export function toRequest(row: RequestRow): Request {
  return {
    ...toBase(row),
    workspace: row.workspaces,
    message: row.message,
    sentAt: row.sent_at,
    items: toItems(row.items),
  };
}

function toBase(row: BaseRow): Omit<RequestSummary, "lastEvent"> {
  const people = row.recipients
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at) || a.email.localeCompare(b.email))
    .map((person) => ({
      id: person.id,
      email: person.email,
      name: person.name,
      isOpened: person.first_seen_at !== null,
    }));
  return {
    id: row.id,
    title: row.title,
    status: row.status as RequestState,
    dueOn: row.due_on,
    counts: {
      missing: row.items_missing,
      submitted: row.items_submitted,
      returned: row.items_returned,
      accepted: row.items_accepted,
      waived: row.items_waived,
      requiredMissing: row.required_missing,
      requiredReturned: row.required_returned,
    },
    people,
    isOpened: people.some((person) => person.isOpened),
    lastActivityAt: row.last_activity_at,
  };
}
