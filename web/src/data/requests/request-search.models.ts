import type { Row } from "@sheaf/contract/database";
import { eventColumns } from "../events/event.models.ts";
import { dueRange, type Narrowing, nobody, type RequestSort } from "./request-list.models.ts";
import {
  baseColumns,
  type Person,
  personColumns,
  type PersonRow,
  type RequestSummary,
  type SummaryRow,
  toPerson,
  toSummary,
} from "./request-summary.models.ts";

/** Parameters of a search. */
export interface RequestSearch {
  workspaceId: string;
  search: string;
}

/** The states that a search groups its matches by. Unlike the filters of the list, each request is in one of them. */
export const searchGroups = ["review", "open", "drafts", "done", "archived"] as const;
export type SearchGroup = (typeof searchGroups)[number];

/** A match, with the texts that a row doesn't show but the search covers. */
export interface FoundRequest extends RequestSummary {
  message: string;
  /** Those to whom only items were handed. */
  helpers: Person[];
  itemTitles: string[];
}

export interface FoundRequests {
  /** The latest activity first. */
  rows: FoundRequest[];
  /** A search compares a bounded number of requests. False if others may match. */
  isComplete: boolean;
}

/** The list's columns, with everything that a search compares. */
export const foundColumns =
  `${baseColumns}, message, recipients(${personColumns}, scope), items(title), events(${eventColumns})` as const;

type FoundRow = Omit<SummaryRow, "recipients"> &
  Pick<Row<"requests">, "message"> & {
    recipients: (PersonRow & Pick<Row<"recipients">, "scope">)[];
    items: Pick<Row<"items">, "title">[];
  };

export function toFound(row: FoundRow): FoundRequest {
  const withScope = (scope: string) => row.recipients.filter((recipient) => recipient.scope === scope);
  const summary = toSummary({ ...row, recipients: withScope("all") });
  return Object.assign(summary, {
    message: row.message,
    helpers: withScope("items").map(toPerson),
    itemTitles: row.items.map(({ title }) => title),
  });
}

/**
 * True if a match meets the conditions that the list is narrowed by, which the search itself doesn't know. Nothing says of a
 * match that it repeats, so that condition isn't offered while something is searched.
 */
export function isWithin(request: RequestSummary, narrowing: Narrowing, today: string): boolean {
  const { assignee, tag, due } = narrowing;
  const days = due && dueRange(due, today);
  const dueOn = request.dueOn ?? "infinity";
  return (
    (assignee === undefined || assignee === (request.assigneeId ?? nobody)) &&
    (tag === undefined || request.tags.some(({ id }) => id === tag)) &&
    (days === undefined || (days.due_from <= dueOn && dueOn <= days.due_until))
  );
}

function groupOf({ status, isArchived, counts }: RequestSummary): SearchGroup {
  if (isArchived) return "archived";
  if (status === "draft") return "drafts";
  if (status !== "open") return "done";
  return counts.submitted > 0 ? "review" : "open";
}

/** Groups without matches are left out. In each group requests without a due date come last when it is sorted by it. */
export function toGroups<Row extends RequestSummary>(
  rows: readonly Row[],
  sort: RequestSort,
): { group: SearchGroup; rows: Row[] }[] {
  const sorted =
    sort === "due" ? rows.toSorted((a, b) => lastIfUndated(a).localeCompare(lastIfUndated(b))) : rows;
  const byGroup = Map.groupBy(sorted, groupOf);
  return searchGroups.flatMap((group) => {
    const found = byGroup.get(group);
    return found ? [{ group, rows: found }] : [];
  });
}

const lastIfUndated = ({ dueOn }: RequestSummary) => dueOn ?? "9999-12-31";
