import { isRemaining } from "../../../data/inbox/remaining.models.ts";
import { personName } from "../../../data/requests/people.models.ts";
import type { Helper, Request, Recipient } from "../../../data/requests/request.models.ts";
import { isEmailed } from "../recipients/recipient-state.models.ts";

export interface NextReminder {
  /** Of the earliest one. */
  at: string;
  /** "Ana", "Ana and Tomás" */
  to: string;
  /** The most items that one of them will find in it. */
  items: number;
}

const list = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** The earliest planned reminder; null if none is. */
export function nextReminder({
  people,
  helpers,
  items,
}: Pick<Request, "people" | "helpers" | "items">): NextReminder | null {
  const planned = [...people, ...helpers].filter((person) => person.nextReminderAt !== null);
  const at = planned.map(({ nextReminderAt }) => nextReminderAt ?? "").toSorted(byTime)[0];
  if (at === undefined) return null;
  const first = planned.filter(({ nextReminderAt }) => nextReminderAt === at);
  const waiting = items.filter((item) => item.isRequired && isRemaining(item));
  const ofThem = (person: Recipient | Helper) =>
    "items" in person ? waiting.filter(({ id }) => person.items.some((handed) => handed.id === id)) : waiting;
  return {
    at,
    to: list.format(first.map(personName)),
    items: Math.max(...first.map((person) => ofThem(person).length)),
  };
}

const byTime = (a: string, b: string) => Date.parse(a) - Date.parse(b);

type Reminded = Pick<
  Request,
  "isTest" | "people" | "phase" | "areRemindersPaused" | "reminderPlan" | "counts"
>;

/** Items that a reminder would list. */
export function missingCount({ counts }: Pick<Request, "counts">): number {
  return counts.requiredMissing + counts.requiredReturned;
}

/** Milliseconds. The database refuses a manual reminder to a recipient who was emailed this recently. */
const pause = 24 * 3_600_000;

/**
 * The earliest moment for a manual reminder, which may have passed; null if nothing is missing or no recipient can be
 * emailed.
 */
export function remindableFrom({
  phase,
  counts,
  people,
}: Pick<Request, "phase" | "counts" | "people">): string | null {
  const emailed = people.filter(isEmailed);
  if (phase !== "open" || missingCount({ counts }) === 0 || emailed.length === 0) return null;
  const moments = emailed.map(({ emailedAt }) => (emailedAt === null ? 0 : Date.parse(emailedAt) + pause));
  return new Date(Math.min(...moments)).toISOString();
}

/** At least one recipient can be reminded now. */
export function canRemind(request: Pick<Request, "phase" | "counts" | "people">, now: Date): boolean {
  const from = remindableFrom(request);
  return from !== null && Date.parse(from) <= now.getTime();
}

/** The reason that no reminder is planned. */
export function noReminderText({
  isTest,
  people,
  phase,
  areRemindersPaused,
  reminderPlan,
  counts,
}: Reminded): string {
  const reachable = people.filter(({ isMuted, isUnreachable }) => !isMuted && !isUnreachable);
  if (isTest) return "None in a test.";
  if (phase === "paused") return "None while the request is paused.";
  if (areRemindersPaused) return "Paused.";
  if (missingCount({ counts }) === 0) return "None: nothing is missing.";
  if (reachable.length === 0) return "We can’t email anyone here. Share the link yourself.";
  if (reachable.every(({ isInvited, isOpened }) => !isInvited && !isOpened)) {
    return "Not scheduled yet. Reminders start after the invitation goes out or the link is opened.";
  }
  return `All ${reminderPlan.most} have been sent.`;
}

/** "1 of 6 reminders sent", "Up to 2 of 6 reminders sent per person" */
export function sentText({ people, reminderPlan }: Pick<Request, "people" | "reminderPlan">): string {
  const sent = Math.max(0, ...people.map(({ remindersSent }) => remindersSent));
  // Those sent by hand count too.
  if (sent > reminderPlan.most) return `${sent} reminders sent.`;
  const counted = `${sent} of ${reminderPlan.most} reminders sent`;
  return people.length > 1 && sent > 0 ? `Up to ${counted} per person.` : `${counted}.`;
}
