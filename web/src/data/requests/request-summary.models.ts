import type { RequestState } from "@sheaf/contract/states";
import { selectColumns, type SelectedRow } from "../../lib/columns.ts";
import { eventColumns, toEvent, type EventRow, type RequestEvent } from "../events/event.models.ts";
import { type Tag, tagColumns, type TagRow, toTag } from "../tags/tag.models.ts";
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
  isArchived: boolean;
  /** User id of the assignee; null if unassigned. */
  assigneeId: string | null;
  /** By name. */
  tags: Tag[];
  dueOn: string | null;
  counts: RequestCounts;
  people: Person[];
  /** At least one recipient has opened it. */
  isOpened: boolean;
  lastActivityAt: string;
  lastEvent: RequestEvent | null;
}

const personSelection = selectColumns("recipients", [
  "id",
  "email",
  "name",
  "first_seen_at",
  "last_seen_at",
  "created_at",
]);
const summarySelection = selectColumns("requests", [
  "id",
  "title",
  "status",
  "due_on",
  "last_activity_at",
  "items_missing",
  "items_submitted",
  "items_declined",
  "items_returned",
  "items_accepted",
  "items_waived",
  "required_missing",
  "required_partial",
  "required_returned",
  "paused_at",
  "closed_by",
  "archived_at",
  "assignee",
]);
export type PersonRow = SelectedRow<typeof personSelection>;
export type BaseRow = SelectedRow<typeof summarySelection> & { request_tags: { tags: TagRow }[] };
export type SummaryRow = BaseRow & { recipients: PersonRow[]; events: EventRow[] };

export const baseColumns = `${summarySelection.text}, request_tags(tags(${tagColumns}))` as const;
export const personColumns = personSelection.text;
export const summaryColumns =
  `${baseColumns}, recipients(${personColumns}), events(${eventColumns})` as const;

export function toSummary(row: SummaryRow): RequestSummary {
  const last = row.events[0];
  const people = inOrder(row.recipients).map(toPerson);
  return {
    ...toBase(row),
    people,
    isOpened: people.some((person) => person.isOpened),
    lastEvent: last ? toEvent(last) : null,
  };
}

/** In the order in which they were added. */
export function inOrder<Row extends PersonRow>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => a.created_at.localeCompare(b.created_at) || a.email.localeCompare(b.email));
}

export function toPerson(row: PersonRow): Person {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    isOpened: row.first_seen_at !== null,
    lastSeenAt: row.last_seen_at,
  };
}

/** The list reads fewer columns of people than the page, so people are mapped apart. */
export function toBase(row: BaseRow): Omit<RequestSummary, "people" | "isOpened" | "lastEvent"> {
  return {
    id: row.id,
    title: row.title,
    status: row.status,
    phase: toPhase(row),
    isArchived: row.archived_at !== null,
    assigneeId: row.assignee,
    tags: row.request_tags.map(({ tags }) => toTag(tags)).toSorted((a, b) => a.name.localeCompare(b.name)),
    dueOn: row.due_on,
    counts: {
      missing: row.items_missing,
      submitted: row.items_submitted,
      declined: row.items_declined,
      returned: row.items_returned,
      accepted: row.items_accepted,
      waived: row.items_waived,
      requiredMissing: row.required_missing,
      requiredPartial: row.required_partial,
      requiredReturned: row.required_returned,
    },
    lastActivityAt: row.last_activity_at,
  };
}
