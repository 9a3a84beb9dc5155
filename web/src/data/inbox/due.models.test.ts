import { expect, test } from "vitest";
import { toAskedDue } from "./due.models.ts";

const now = new Date(2026, 10, 21, 23, 30);

test.each([
  ["2026-11-22", { words: "Due Sun 22 Nov", isLate: false }],
  ["2026-11-21", { words: "Due Sat 21 Nov", isLate: false }],
  ["2026-11-20", { words: "Was due Fri 20 Nov", isLate: true }],
])("late on 21 November, the due date %s is shown as %j", (dueOn, due) => {
  expect(toAskedDue(dueOn, { now, locale: "en-GB" })).toEqual(due);
});
