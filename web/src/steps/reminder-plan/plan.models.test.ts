import { ReminderPlan } from "@sheaf/contract/reminder-plan";
import * as v from "valibot";
import { expect, test } from "vitest";
import { reminderPlan } from "../../data/requests/request.fixtures.ts";
import { beforeText, planChoices, planDays, planDayText, planText } from "./plan.models.ts";

test("a plan in words", () => {
  expect(planText(reminderPlan, true)).toBe(
    "7 and 2 days before the due date, on the day, then every 3 days after it. 6 at most.",
  );
  expect(planText({ ...reminderPlan, before: [] }, true)).toBe("Every 3 days after the due date. 6 at most.");
  expect(planText(reminderPlan, false)).toBe("Every 7 days. 6 at most.");
});

test.each([
  [[], "None"],
  [[0], "On the day"],
  [[1], "1 day before"],
  [[2, 7, 0], "7 and 2 days before, and on the day"],
])("the days %j before a due date in words", (before, text) => {
  expect(beforeText(before)).toBe(text);
});

test("every choice is a plan that the database takes", () => {
  for (const [part, choices] of Object.entries(planChoices)) {
    for (const choice of choices) v.parse(ReminderPlan, { ...reminderPlan, [part]: choice });
  }
  expect(planChoices.before).toContainEqual(reminderPlan.before);
});

test("a plan has as many days as reminders, and the due date", () => {
  expect(planDays(reminderPlan).map(({ day }) => day)).toEqual([-7, -2, 0, 3, 6, 9]);
  expect(planDays({ ...reminderPlan, most: 2 }).map(({ day }) => day)).toEqual([-7, -2, 0]);
});

test("the due date stands among the days of a plan that sends nothing on it", () => {
  expect(planDays({ ...reminderPlan, before: [2], most: 2 })).toEqual([
    { day: -2, isReminder: true },
    { day: 0, isReminder: false },
    { day: 3, isReminder: true },
  ]);
});

test("a day of a plan in words", () => {
  expect([-7, -1, 0, 3].map(planDayText)).toEqual([
    "7 days before",
    "1 day before",
    "Due date",
    "3 days after",
  ]);
});
