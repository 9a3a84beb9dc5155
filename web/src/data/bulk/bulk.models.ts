import type { Database } from "@sheaf/contract/database";
import type { BulkState } from "@sheaf/contract/states";
import { personName } from "../requests/people.models.ts";

type Functions = Database["public"]["Functions"];
type DetailsRow = Functions["bulk_details"]["Returns"][number];
type PersonRow = Functions["bulk_people"]["Returns"][number];
type ListedRow = Functions["workspace_bulks"]["Returns"][number];

export const bulkFilters = ["all", "problems", "sent", "waiting"] as const;
export type BulkFilter = (typeof bulkFilters)[number];

/** A template on its way to many people. */
export interface Bulk {
  id: string;
  workspaceId: string;
  /** Null if the template was deleted. */
  templateId: string | null;
  templateTitle: string;
  createdAt: string;
  senderName: string;
  /** False if the sender has left or is suspended: nothing goes until another member resumes. */
  canSend: boolean;
  isPaused: boolean;
  isStopped: boolean;
  people: number;
  /** Rows that need the sender to act: no request was created, or its email isn't delivered. */
  problems: number;
  /** Of those, the ones without a request. */
  failed: number;
  sent: number;
  /** Of those sent, in the last 30 seconds. */
  sentLately: number;
  waiting: number;
  /** Rows that get nothing, because the bulk send was stopped. */
  unsent: number;
  /** The time of the next person's turn. */
  nextAt: string | null;
  /** The day in UTC of the last, if the workspace's cap lets some wait. */
  endsOn: string | null;
  /** Addresses to which the workspace has written for the first time today, and to how many it may. */
  newToday: number;
  newAllowed: number;
}

export function toBulk(row: DetailsRow): Bulk {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    templateId: row.template_id,
    templateTitle: row.template_title,
    createdAt: row.created_at,
    senderName: row.sender_name,
    canSend: row.can_send,
    isPaused: row.paused_at !== null,
    isStopped: row.stopped_at !== null,
    people: row.people,
    problems: row.problems,
    failed: row.failed,
    sent: row.sent,
    sentLately: row.sent_lately,
    waiting: row.waiting,
    unsent: row.unsent,
    nextAt: row.next_at,
    endsOn: row.ends_on,
    newToday: row.new_today,
    newAllowed: row.new_allowed,
  };
}

export interface BulkPerson {
  number: number;
  /** Name, or the address if there is none. */
  label: string;
  name: string;
  email: string;
  dueOn: string | null;
  requestId: string | null;
  state: BulkState;
  /** Code of the error for which there is no request. */
  failure: string | null;
  sentAt: string | null;
  /** The next page begins after the one of the last row. */
  position: string;
}

export function toBulkPerson(row: PersonRow): BulkPerson {
  return {
    number: row.number,
    label: personName(row),
    name: row.name,
    email: row.email,
    dueOn: row.due_on,
    requestId: row.request_id,
    state: row.state,
    failure: row.failure,
    sentAt: row.sent_at,
    position: row.position,
  };
}

export interface ListedBulk {
  id: string;
  templateTitle: string;
  createdAt: string;
  people: number;
  isWaiting: boolean;
  isPaused: boolean;
}

export function toListedBulk(row: ListedRow): ListedBulk {
  return {
    id: row.id,
    templateTitle: row.template_title,
    createdAt: row.created_at,
    people: row.people,
    isWaiting: row.is_waiting,
    isPaused: row.is_paused,
  };
}
