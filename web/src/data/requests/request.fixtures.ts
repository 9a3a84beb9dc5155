import type { ReminderPlan } from "@sheaf/contract/reminder-plan";
import type { RequestPerson } from "./request.models.ts";

/** The plan of a workspace that has changed nothing. */
export const reminderPlan: ReminderPlan = { before: [7, 2, 0], every: 3, undated: 7, most: 6 };

export function requestPerson(over: Partial<RequestPerson>): RequestPerson {
  return {
    id: "p1",
    email: "anna@lind.example",
    name: "",
    isOpened: false,
    lastSeenAt: null,
    isInvited: false,
    isMuted: false,
    isUnreachable: false,
    promisedOn: null,
    nextReminderAt: null,
    remindersSent: 0,
    ...over,
  };
}

/** Columns of a recipient of the whole request to whom nothing was emailed yet. */
export const unreachedRow = {
  scope: "all",
  recipient_items: [],
  invited_at: null,
  muted_at: null,
  unreachable_at: null,
  promised_on: null,
  next_reminder_at: null,
  reminders_sent: 0,
};
