import type { ReminderPlan } from "@sheaf/contract/reminder-plan";
import { selectColumns, type SelectedRow } from "../../lib/columns.ts";
import { itemColumns, toItems, type Item, type ItemRow } from "../items/item.models.ts";
import { reachColumns, type Reach, type ReachRow, toReach } from "./reach.models.ts";
import {
  baseColumns,
  type BaseRow,
  inOrder,
  type Person,
  personColumns,
  type PersonRow,
  type RequestSummary,
  toBase,
  toPerson,
} from "./request-summary.models.ts";

/** A recipient, and what emails to them have come to. */
export type RequestPerson = Person & Reach;

/** Everything the request page shows, except link and history. */
export interface Request extends Omit<RequestSummary, "lastEvent" | "people"> {
  people: RequestPerson[];
  /** Sheaf emails the link to recipients; otherwise the sender shares it. */
  isInviting: boolean;
  reminderPlan: ReminderPlan;
  areRemindersPaused: boolean;
  workspace: { id: string; name: string };
  message: string;
  sentAt: string | null;
  /** When it became done or cancelled. */
  closedAt: string | null;
  isArchived: boolean;
  /** An edit names the revision it is about, so that nobody overwrites a text they have not seen. */
  revision: number;
  items: Item[];
}

const workspaceSelection = selectColumns("workspaces", {
  read: ["id", "name"],
  unread: ["created_at", "reminder_plan", "require_second_factor", "retain_days", "zone"],
});
/** Read for the request page in addition to the summary. */
const detailSelection = selectColumns("requests", {
  read: [
    "message",
    "sent_at",
    "closed_at",
    "archived_at",
    "revision",
    "invites",
    "reminder_plan",
    "reminders_paused_at",
  ],
  unread: [
    "id",
    "changed_at",
    "closed_by",
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
    "paused_at",
    "required_missing",
    "required_open",
    "required_returned",
    "sent_by",
    "status",
    "title",
    "workspace_id",
  ],
});

export type RequestRow = BaseRow &
  SelectedRow<typeof detailSelection> & {
    recipients: (PersonRow & ReachRow)[];
    workspaces: SelectedRow<typeof workspaceSelection>;
    items: ItemRow[];
  };

export const requestColumns =
  `${baseColumns}, ${detailSelection.text}, recipients(${personColumns}, ${reachColumns}), workspaces(${workspaceSelection.text}), items(${itemColumns})` as const;

export function toRequest(row: RequestRow): Request {
  return {
    ...toBase(row),
    people: inOrder(row.recipients).map((person) => Object.assign(toPerson(person), toReach(person))),
    isOpened: row.recipients.some((person) => person.first_seen_at !== null),
    isInviting: row.invites,
    reminderPlan: row.reminder_plan,
    areRemindersPaused: row.reminders_paused_at !== null,
    workspace: row.workspaces,
    message: row.message,
    sentAt: row.sent_at,
    closedAt: row.closed_at,
    isArchived: row.archived_at !== null,
    revision: row.revision,
    items: toItems(row.items),
  };
}
