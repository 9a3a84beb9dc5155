import { describe, expect, test } from "vitest";
import { overdueText, toDue } from "./due.models.ts";

const none = {
  missing: 0,
  submitted: 0,
  declined: 0,
  returned: 0,
  accepted: 0,
  waived: 0,
  requiredMissing: 0,
  requiredPartial: 0,
  requiredReturned: 0,
};
const waiting = { ...none, missing: 1, requiredMissing: 1 };
const allIn = { ...none, submitted: 1 };
const open = { phase: "open", counts: waiting } as const;
const today = "2026-11-21";

describe("the urgency of a due date", () => {
  test.each([
    ["2026-11-18", { urgency: "late", daysLate: 3 }],
    ["2026-11-20", { urgency: "late", daysLate: 1 }],
    ["2026-11-21", { urgency: "soon", daysLate: 0 }],
    ["2026-11-28", { urgency: "soon", daysLate: 0 }],
    ["2026-11-29", { urgency: "plain", daysLate: 0 }],
  ])("is computed for a missing item due on %s", (dueOn, due) => {
    expect(toDue({ ...open, dueOn }, today)).toEqual({ on: dueOn, ...due });
  });

  test("counts a returned item as missing", () => {
    const counts = { ...allIn, returned: 1, requiredReturned: 1 };
    expect(toDue({ phase: "open", dueOn: "2026-11-18", counts }, today)?.urgency).toBe("late");
  });

  test("is never late once everything is received", () => {
    expect(toDue({ phase: "open", dueOn: "2026-11-18", counts: allIn }, today)?.urgency).toBe("plain");
  });

  test("ignores missing optional items", () => {
    const counts = { ...allIn, missing: 1 };
    expect(toDue({ phase: "open", dueOn: "2026-11-18", counts }, today)?.urgency).toBe("plain");
  });

  test.each(["draft", "paused", "closed", "done", "cancelled"] as const)(
    "is never late for a %s request",
    (phase) => {
      expect(toDue({ phase, dueOn: "2026-11-18", counts: waiting }, today)?.urgency).toBe("plain");
    },
  );

  test("is absent without a due date", () => {
    expect(toDue({ ...open, dueOn: null }, today)).toBeNull();
  });
});

test("the number of days late is singular or plural", () => {
  expect(overdueText(1)).toBe("1 day late");
  expect(overdueText(3)).toBe("3 days late");
  expect(overdueText(366)).toBe("Over a year late");
});
