import type { ReminderPlan } from "@sheaf/contract/reminder-plan";
import type { RequestDraft } from "@sheaf/contract/request-draft";
import { selectColumns, type SelectedRow } from "../../lib/columns.ts";
import { itemColumns, toItems, type Item, type ItemRow } from "../items/item.models.ts";
import { personName } from "./people.models.ts";
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
export type Recipient = Person & Reach;

/** A person who was asked for one item besides the recipients of the request. */
export interface HandedTo {
  /** Name, or address if no name is known. */
  name: string;
  by: string;
}

/** A person who answers only items that were handed to them. */
export interface Helper extends Recipient {
  items: { id: string; handedBy: string }[];
}

/** Everything the request page shows, except link and history. */
export interface Request extends Omit<RequestSummary, "lastEvent" | "people"> {
  /** Recipients of the whole request. */
  people: Recipient[];
  helpers: Helper[];
  /** Sheaf emails the link to recipients; otherwise the sender shares it. */
  isInviting: boolean;
  /** Never sent; requests are made from it. */
  isTemplate: boolean;
  /** Sent to another address of a member's to try a draft. */
  isTest: boolean;
  /** Of a template: days from its use to the due date; null for none. */
  dueAfterDays: number | null;
  /** The link shows the titles of the items before an address is proven. */
  showsItems: boolean;
  reminderPlan: ReminderPlan;
  areRemindersPaused: boolean;
  workspace: { id: string; name: string };
  message: string;
  sentAt: string | null;
  /** Time at which it became done or cancelled. */
  closedAt: string | null;
  /** An edit names the revision it is based on, so that members don't overwrite a text they haven't seen. */
  revision: number;
  items: Item[];
}

const workspaceSelection = selectColumns("workspaces", ["id", "name"]);
/** Read for the request page in addition to the summary. */
const detailSelection = selectColumns("requests", [
  "message",
  "sent_at",
  "closed_at",
  "revision",
  "invites",
  "shows_items",
  "reminder_plan",
  "reminders_paused_at",
  "is_template",
  "is_test",
  "due_after_days",
]);

const scopeSelection = selectColumns("recipients", ["scope"]);
const handedSelection = selectColumns("recipient_items", ["item_id", "handed_by_name"]);

type RecipientRow = PersonRow &
  ReachRow &
  SelectedRow<typeof scopeSelection> & { recipient_items: SelectedRow<typeof handedSelection>[] };

export type RequestRow = BaseRow &
  SelectedRow<typeof detailSelection> & {
    recipients: RecipientRow[];
    workspaces: SelectedRow<typeof workspaceSelection>;
    items: ItemRow[];
  };

export const requestColumns =
  `${baseColumns}, ${detailSelection.text}, recipients(${personColumns}, ${reachColumns}, ${scopeSelection.text}, recipient_items(${handedSelection.text})), workspaces(${workspaceSelection.text}), items(${itemColumns})` as const;

export function toRequest(row: RequestRow): Request {
  const recipients = inOrder(row.recipients);
  return {
    ...toBase(row),
    people: recipients.filter(({ scope }) => scope === "all").map(toRecipient),
    helpers: recipients.filter(({ scope }) => scope === "items").map(toHelper),
    isOpened: row.recipients.some((person) => person.first_seen_at !== null),
    isInviting: row.invites,
    showsItems: row.shows_items,
    isTemplate: row.is_template,
    isTest: row.is_test,
    dueAfterDays: row.due_after_days,
    reminderPlan: row.reminder_plan,
    areRemindersPaused: row.reminders_paused_at !== null,
    workspace: row.workspaces,
    message: row.message,
    sentAt: row.sent_at,
    closedAt: row.closed_at,
    revision: row.revision,
    items: toItems(row.items),
  };
}

/** Converts a stored request or template to the editor's draft. */
export function toSavedDraft(
  request: Pick<Request, "title" | "message" | "dueOn" | "people" | "items" | "isTemplate" | "dueAfterDays">,
): RequestDraft {
  return {
    title: request.title,
    message: request.message,
    due_on: request.dueOn,
    ...(request.isTemplate && { due_after_days: request.dueAfterDays }),
    recipients: request.people.map(({ id, email, name }) => ({ id, email, name })),
    items: request.items.map((item) => ({
      id: item.id,
      section: item.section,
      title: item.title,
      instructions: item.instructions,
      kind: item.kind,
      required: item.isRequired,
      accepts: [...item.accepts],
      expected_files: item.expectedFiles,
      choices: [...item.choices],
      multiple: item.multiple,
      sensitive: item.isSensitive,
    })),
  };
}

const toRecipient = (row: PersonRow & ReachRow): Recipient => Object.assign(toPerson(row), toReach(row));

function toHelper(row: RecipientRow): Helper {
  const items = row.recipient_items.map(({ item_id: id, handed_by_name: handedBy }) => ({ id, handedBy }));
  return { ...toRecipient(row), items };
}

/** Finds the helper who was asked for this item; null if there is none. */
export function toHandedTo(itemId: string, helpers: readonly Helper[]): HandedTo | null {
  for (const helper of helpers) {
    const handed = helper.items.find(({ id }) => id === itemId);
    if (handed) return { name: personName(helper), by: handed.handedBy };
  }
  return null;
}
