import * as v from "valibot";

const days = (least: number, most: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

/** Days on which recipients are reminded of missing items. The database checks the same bounds. */
export const ReminderPlan = v.object({
  /** Days before the due date; 0 is the day itself. */
  before: v.pipe(v.array(days(0, 365)), v.maxLength(6)),
  /** Days between reminders once the due date has passed. */
  every: days(1, 60),
  /** Days between reminders if there is no due date. */
  undated: days(1, 60),
  /** Reminders in all, for each recipient. */
  most: days(1, 12),
});

export type ReminderPlan = v.InferOutput<typeof ReminderPlan>;
