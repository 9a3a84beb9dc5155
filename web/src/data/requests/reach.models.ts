import { selectColumns, type SelectedRow } from "../../lib/columns.ts";

/** The state of Sheaf's emails to a recipient, and the date they promised. */
export interface Reach {
  /** The invitation has left for this address. */
  isInvited: boolean;
  /** They want no email about this request. */
  isMuted: boolean;
  /** The address gets no email, for any reason. */
  isUnreachable: boolean;
  /** YYYY-MM-DD; when they said they would have what is missing. */
  promisedOn: string | null;
  nextReminderAt: string | null;
  /** The last email about the request. */
  emailedAt: string | null;
  remindersSent: number;
}

const reachSelection = selectColumns("recipients", [
  "invited_at",
  "muted_at",
  "unreachable_at",
  "promised_on",
  "next_reminder_at",
  "emailed_at",
  "reminders_sent",
]);

export type ReachRow = SelectedRow<typeof reachSelection>;

export const reachColumns = reachSelection.text;

export function toReach(row: ReachRow): Reach {
  return {
    isInvited: row.invited_at !== null,
    isMuted: row.muted_at !== null,
    isUnreachable: row.unreachable_at !== null,
    promisedOn: row.promised_on,
    nextReminderAt: row.next_reminder_at,
    emailedAt: row.emailed_at,
    remindersSent: row.reminders_sent,
  };
}
