import { expect, test } from "vitest";
import { toReceivedDue } from "./due.models.ts";

const now = new Date(2026, 10, 21, 23, 30);

test.each([
  ["2026-11-22", { text: "Due Sun 22 Nov", isLate: false }],
  ["2026-11-21", { text: "Due Sat 21 Nov", isLate: false }],
  ["2026-11-20", { text: "Was due Fri 20 Nov", isLate: true }],
])("late on 21 November, the due date %s is shown as %j", (dueOn, due) => {
  expect(toReceivedDue(dueOn, { now, locale: "en-GB" })).toEqual(due);
});
