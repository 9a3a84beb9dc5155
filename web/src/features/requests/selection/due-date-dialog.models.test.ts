import { describe, expect, test } from "vitest";
import { commonDueDate, dueDateNotes, dueDateProblem } from "./due-date-dialog.models.ts";

const today = "2026-11-30";

test.each([
  [["2026-12-05", "2026-12-05"], "2026-12-05"],
  [["2026-12-05", "2026-12-06"], null],
  [["2026-12-05", null], null],
  [[null, null], null],
  // It would be refused.
  [["2026-11-29"], null],
  [["2026-11-30"], "2026-11-30"],
])("requests due %j begin with %j", (dates, expected) => {
  expect(
    commonDueDate(
      dates.map((dueOn) => ({ dueOn })),
      today,
    ),
  ).toBe(expected);
});

test.each([
  ["", "Choose a day."],
  ["2026-11-29", "Choose today or a later day."],
  ["2026-11-30", undefined],
  ["2027-01-01", undefined],
])("the day “%s” is answered with %j", (day, expected) => {
  expect(dueDateProblem(day, today)).toBe(expected);
});

describe("the dialog says", () => {
  const [draft, open] = [{ status: "draft" as const }, { status: "open" as const }];

  test("nothing where only drafts change", () => {
    expect(dueDateNotes([draft, draft], 0)).toEqual([]);
  });

  test("who will be emailed, and how many requests are left out", () => {
    expect(dueDateNotes([draft, open], 0)).toEqual([
      "Recipients of 1 open request get an email about the change in 10 minutes.",
    ]);
    expect(dueDateNotes([open, open], 1)).toEqual([
      "Recipients of 2 open requests get an email about the change in 10 minutes.",
      "1 selected request is left out because it is done or cancelled.",
    ]);
    expect(dueDateNotes([draft], 2)).toEqual([
      "2 selected requests are left out because they are done or cancelled.",
    ]);
  });
});
