import type { RequestState } from "@sheaf/contract/states";
import { selectColumns, type SelectedRow } from "../../lib/columns.ts";
import { eventColumns, toEvent, type EventRow, type RequestEvent } from "../events/event.models.ts";
import { itemColumns, toItems, type Item, type ItemRow } from "../items/item.models.ts";
import type { RequestCounts } from "./progress.models.ts";

/** A recipient of a request. */
export interface Person {
  id: string;
  email: string;
  /** As entered by the requester; "" when only the address is known. */
  name: string;
  isOpened: boolean;
}

/** One row of the list of requests. */
export interface RequestSummary {
  id: string;
  title: string;
  status: RequestState;
  dueOn: string | null;
  counts: RequestCounts;
  people: Person[];
  /** At least one recipient has opened it. */
  isOpened: boolean;
  lastActivityAt: string;
  lastEvent: RequestEvent | null;
}

/** Everything the request page shows, except link and history. */
export interface Request extends Omit<RequestSummary, "lastEvent"> {
  workspace: { id: string; name: string };
  message: string;
  sentAt: string | null;
  items: Item[];
}

const personSelection = selectColumns("recipients", {
  read: ["id", "email", "name", "first_seen_at", "created_at"],
  unread: ["last_seen_at", "request_id", "user_id", "workspace_id"],
});
const workspaceSelection = selectColumns("workspaces", {
  read: ["id", "name"],
  unread: ["created_at", "require_second_factor", "retain_days"],
});
const summarySelection = selectColumns("requests", {
  read: [
    "id",
    "title",
    "status",
    "due_on",
    "last_activity_at",
    "items_missing",
    "items_submitted",
    "items_returned",
    "items_accepted",
    "items_waived",
    "required_missing",
    "required_returned",
  ],
  unread: [
    "closed_at",
    "created_at",
    "created_by",
    "items_total",
    "message",
    "required_open",
    "sent_at",
    "sent_by",
    "workspace_id",
  ],
});
/** Read for the request page in addition to the summary. */
const detailSelection = selectColumns("requests", {
  read: ["message", "sent_at"],
  unread: [
    "id",
    "closed_at",
    "created_at",
    "created_by",
    "due_on",
    "items_accepted",
    "items_missing",
    "items_returned",
    "items_submitted",
    "items_total",
    "items_waived",
    "last_activity_at",
    "required_missing",
    "required_open",
    "required_returned",
    "sent_by",
    "status",
    "title",
    "workspace_id",
  ],
});

export type PersonRow = SelectedRow<typeof personSelection>;
type BaseRow = SelectedRow<typeof summarySelection> & { recipients: PersonRow[] };
export type SummaryRow = BaseRow & { events: EventRow[] };
export type RequestRow = BaseRow &
  SelectedRow<typeof detailSelection> & {
    workspaces: SelectedRow<typeof workspaceSelection>;
    items: ItemRow[];
  };

const baseColumns = `${summarySelection.text}, recipients(${personSelection.text})` as const;
export const summaryColumns = `${baseColumns}, events(${eventColumns})` as const;
export const requestColumns =
  `${baseColumns}, ${detailSelection.text}, workspaces(${workspaceSelection.text}), items(${itemColumns})` as const;

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
    status: row.status,
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
