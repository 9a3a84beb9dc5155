import type { ReminderPlan } from "@sheaf/contract/reminder-plan";
import { formatCount } from "../../lib/format-count.ts";
import { upperFirst } from "../../lib/upper-first.ts";

const list = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** "7 and 2 days before the due date, on the day, then every 3 days after it. 6 at most." */
export function planText({ before, every, undated, most }: ReminderPlan, isDated: boolean): string {
  if (!isDated) return `Every ${formatCount(undated, "day")}. ${most} at most.`;
  const early = daysInWords(before);
  const parts = [
    ...(early === "" ? [] : [`${early} before the due date`]),
    ...(before.includes(0) ? ["on the day"] : []),
    `${before.length > 0 ? "then " : ""}every ${formatCount(every, "day")} after ${before.length > 0 ? "it" : "the due date"}`,
  ];
  const text = parts.join(", ");
  return `${upperFirst(text)}. ${most} at most.`;
}

/** "1 day", "7 and 2 days", without the due date itself; empty if there are no others. */
function daysInWords(before: readonly number[]): string {
  const days = before.filter((day) => day > 0).toSorted((a, b) => b - a);
  const [only = 0] = days;
  if (days.length < 2) return days.length === 0 ? "" : formatCount(only, "day");
  return `${list.format(days.map(String))} days`;
}

/** "7 and 2 days before, and on the day" */
export function beforeText(before: readonly number[]): string {
  const early = daysInWords(before);
  if (early === "") return before.includes(0) ? "On the day" : "None";
  return `${early} before${before.includes(0) ? ", and on the day" : ""}`;
}

/** "Every day", "Every 3 days" */
export const everyText = (days: number) => (days === 1 ? "Every day" : `Every ${days} days`);

/** The choices of forms. A plan that was saved with something else is offered that too. */
export const planChoices: { readonly [Part in keyof ReminderPlan]: readonly ReminderPlan[Part][] } = {
  before: [[], [0], [1, 0], [2, 0], [3, 0], [7, 0], [7, 2], [7, 2, 0], [14, 7, 2, 0], [30, 14, 7, 2, 0]],
  every: [1, 2, 3, 5, 7, 14, 30],
  undated: [1, 2, 3, 5, 7, 14, 30],
  most: Array.from({ length: 12 }, (_, index) => index + 1),
};

export interface PlanDay {
  /** From the due date; negative before it. */
  day: number;
  /** False for the due date of a plan without a reminder on it. */
  isReminder: boolean;
}

/** The days on which a plan reminds a recipient who never answers, and the due date, in order. */
export function planDays({ before, every, most }: ReminderPlan): PlanDay[] {
  const early = before.toSorted((a, b) => b - a).slice(0, most);
  const late = Array.from({ length: most - early.length }, (_, index) => (index + 1) * every);
  const days = [...early.map((day) => 0 - day), ...late].map((day) => ({ day, isReminder: true }));
  return early.includes(0)
    ? days
    : [...days, { day: 0, isReminder: false }].toSorted((a, b) => a.day - b.day);
}

/** "7 days before", "Due date", "3 days after" */
export function planDayText(day: number): string {
  if (day === 0) return "Due date";
  return `${formatCount(Math.abs(day), "day")} ${day < 0 ? "before" : "after"}`;
}
