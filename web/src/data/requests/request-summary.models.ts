import type { RequestState } from "@sheaf/contract/states";
import { selectColumns, type SelectedRow } from "../../lib/columns.ts";
import { eventColumns, toEvent, type EventRow, type RequestEvent } from "../events/event.models.ts";
import { toPhase, type RequestPhase } from "./phase.models.ts";
import type { RequestCounts } from "./progress.models.ts";

/** A recipient of a request. */
export interface Person {
  id: string;
  email: string;
  /** As entered by the requester; "" when only the address is known. */
  name: string;
  isOpened: boolean;
  /** Time of the last visit; null before the first one. */
  lastSeenAt: string | null;
}

/** One row of the list of requests. */
export interface RequestSummary {
  id: string;
  title: string;
  status: RequestState;
  phase: RequestPhase;
  dueOn: string | null;
  counts: RequestCounts;
  people: Person[];
  /** At least one recipient has opened it. */
  isOpened: boolean;
  lastActivityAt: string;
  lastEvent: RequestEvent | null;
}

const personSelection = selectColumns("recipients", {
  read: ["id", "email", "name", "first_seen_at", "last_seen_at", "created_at"],
  unread: [
    "invited_at",
    "muted_at",
    "unreachable_at",
    "removed_at",
    "request_id",
    "user_id",
    "visited_before_at",
    "workspace_id",
  ],
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
    "paused_at",
    "closed_by",
  ],
  unread: [
    "invites",
    "archived_at",
    "changed_at",
    "closed_at",
    "created_at",
    "created_by",
    "items_total",
    "message",
    "required_open",
    "revision",
    "sent_at",
    "sent_by",
    "workspace_id",
  ],
});
export type PersonRow = SelectedRow<typeof personSelection>;
export type BaseRow = SelectedRow<typeof summarySelection> & { recipients: PersonRow[] };
export type SummaryRow = BaseRow & { events: EventRow[] };

export const baseColumns = `${summarySelection.text}, recipients(${personSelection.text})` as const;
export const summaryColumns = `${baseColumns}, events(${eventColumns})` as const;

export function toSummary(row: SummaryRow): RequestSummary {
  const last = row.events[0];
  return { ...toBase(row), lastEvent: last ? toEvent(last) : null };
}

/** What the list and the page of a request have in common. */
export function toBase(row: BaseRow): Omit<RequestSummary, "lastEvent"> {
  const people = row.recipients
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at) || a.email.localeCompare(b.email))
    .map((person) => ({
      id: person.id,
      email: person.email,
      name: person.name,
      isOpened: person.first_seen_at !== null,
      lastSeenAt: person.last_seen_at,
    }));
  return {
    id: row.id,
    title: row.title,
    status: row.status,
    phase: toPhase(row),
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
