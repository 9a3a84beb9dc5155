import type { ReminderPlan } from "@sheaf/contract/reminder-plan";
import { formatCount } from "../../lib/format-count.ts";

const list = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** "7 and 2 days before the due date, on the day, then every 3 days after it. 6 at most." */
export function planText({ before, every, undated, most }: ReminderPlan, isDated: boolean): string {
  if (!isDated) return `Every ${formatCount(undated, "day")}. ${most} at most.`;
  const days = before.filter((day) => day > 0).toSorted((a, b) => b - a);
  const [only = 0] = days;
  const early = days.length === 1 ? formatCount(only, "day") : `${list.format(days.map(String))} days`;
  const parts = [
    ...(days.length > 0 ? [`${early} before the due date`] : []),
    ...(before.includes(0) ? ["on the day"] : []),
    `${before.length > 0 ? "then " : ""}every ${formatCount(every, "day")} after ${before.length > 0 ? "it" : "the due date"}`,
  ];
  const text = parts.join(", ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}. ${most} at most.`;
}

/** Days typed as "7, 2, 0"; null if something else was. */
export function toDays(text: string): number[] | null {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== "");
  if (!parts.every((part) => /^\d{1,3}$/.test(part))) return null;
  return [...new Set(parts.map(Number))].toSorted((a, b) => b - a);
}

export interface PlanDay {
  /** From the due date; negative before it. */
  day: number;
  /** False for the due date of a plan without a reminder on it. */
  isReminder: boolean;
}

/** The days on which a plan reminds somebody who never answers, and the due date, in their order. */
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
