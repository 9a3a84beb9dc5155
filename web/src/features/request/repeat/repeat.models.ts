import type { RepeatPeriod } from "@sheaf/contract/states";
import { personName } from "../../../data/requests/people.models.ts";
import type { Request } from "../../../data/requests/request.models.ts";
import { daysBetween, isoDay } from "../../../lib/dates.ts";
import { formatCount } from "../../../lib/format-count.ts";

const months: Readonly<Record<RepeatPeriod, number>> = { month: 1, quarter: 3, year: 12 };

export const periodLabels: Readonly<Record<RepeatPeriod, string>> = {
  month: "Every month",
  quarter: "Every quarter",
  year: "Every year",
};

/** A day so many months later, or the last of its month: 28 February for 31 January. */
export function addMonths(isoDate: string, count: number): string {
  const [year = 0, month = 0, day = 0] = isoDate.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + count, 0));
  last.setUTCDate(Math.min(day, last.getUTCDate()));
  return last.toISOString().slice(0, 10);
}

/** The first day after today that is whole periods after a request was sent. */
export function firstDay(every: RepeatPeriod, sentOn: string, today: string): string {
  let count = 1;
  while (addMonths(sentOn, count * months[every]) <= today) count += 1;
  return addMonths(sentOn, count * months[every]);
}

/** "Ana and Tomás" */
export const recipientNames = ({ people }: Pick<Request, "people">): string =>
  new Intl.ListFormat("en-GB").format(people.map(personName));

/** By when the next one is due. */
export function dueText({ dueOn, sentAt }: Pick<Request, "dueOn" | "sentAt">): string {
  if (dueOn === null || sentAt === null) return "It has no due date.";
  const days = Math.max(daysBetween(isoDay(new Date(sentAt)), dueOn), 0);
  return days === 0 ? "It’s due on the same day." : `It’s due ${formatCount(days, "day")} later.`;
}
