import { defaultRows } from "@sheaf/contract/database.rows";
import type { ReminderPlan } from "@sheaf/contract/reminder-plan";
import type { Recipient } from "./request.models.ts";
import type { RequestSummary } from "./request-summary.models.ts";

/** The plan of a workspace that has changed nothing. */
export const reminderPlan: ReminderPlan = { before: [7, 2, 0], every: 3, undated: 7, most: 6 };

/** A row of the list: an open request without anything answered. */
export function requestSummary(over: Partial<RequestSummary>): RequestSummary {
  return {
    id: "r1",
    title: "Tax return",
    status: "open",
    phase: "open",
    isArchived: false,
    assigneeId: null,
    tags: [],
    dueOn: null,
    counts: {
      missing: 1,
      submitted: 0,
      declined: 0,
      returned: 0,
      accepted: 0,
      waived: 0,
      requiredMissing: 1,
      requiredPartial: 0,
      requiredReturned: 0,
    },
    people: [],
    isOpened: false,
    lastActivityAt: "2026-11-20T10:00:00Z",
    lastEvent: null,
    ...over,
  };
}

export function recipient(over: Partial<Recipient>): Recipient {
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
    emailedAt: null,
    remindersSent: 0,
    ...over,
  };
}

/** A row of `list_requests` and `search_requests`, as the summary reads it. */
export function listedRow<Over extends object>(over: Over) {
  return {
    ...defaultRows.requests,
    id: "r1",
    title: "Tax return",
    status: "open" as const,
    last_activity_at: "2026-11-20T10:00:00Z",
    items_missing: 1,
    required_missing: 1,
    request_tags: [],
    recipients: [],
    events: [],
    ...over,
  };
}
