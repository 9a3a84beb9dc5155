import { describe, expect, test } from "vitest";
import { lateWords, toDue } from "./due.models.ts";

const none = {
  missing: 0,
  submitted: 0,
  returned: 0,
  accepted: 0,
  waived: 0,
  requiredMissing: 0,
  requiredReturned: 0,
};
const waiting = { ...none, missing: 1, requiredMissing: 1 };
const allIn = { ...none, submitted: 1 };
const open = { status: "open", counts: waiting } as const;
const today = "2026-11-21";

describe("how urgent a due day is", () => {
  test.each([
    ["2026-11-18", { urgency: "late", daysLate: 3 }],
    ["2026-11-20", { urgency: "late", daysLate: 1 }],
    ["2026-11-21", { urgency: "soon", daysLate: 0 }],
    ["2026-11-28", { urgency: "soon", daysLate: 0 }],
    ["2026-11-29", { urgency: "plain", daysLate: 0 }],
  ])("something missing by %s", (dueOn, due) => {
    expect(toDue({ ...open, dueOn }, today)).toEqual({ on: dueOn, ...due });
  });

  test("a returned item keeps a request late", () => {
    const counts = { ...allIn, returned: 1, requiredReturned: 1 };
    expect(toDue({ status: "open", dueOn: "2026-11-18", counts }, today)?.urgency).toBe("late");
  });

  test("nobody is late once everything is in", () => {
    expect(toDue({ status: "open", dueOn: "2026-11-18", counts: allIn }, today)?.urgency).toBe("plain");
  });

  test("nobody is late for what may be left out", () => {
    const counts = { ...allIn, missing: 1 };
    expect(toDue({ status: "open", dueOn: "2026-11-18", counts }, today)?.urgency).toBe("plain");
  });

  test.each(["draft", "done", "cancelled"] as const)("a %s request is never late", (status) => {
    expect(toDue({ status, dueOn: "2026-11-18", counts: waiting }, today)?.urgency).toBe("plain");
  });

  test("no due day, nothing to say", () => {
    expect(toDue({ ...open, dueOn: null }, today)).toBeNull();
  });
});

test("lateness is spelled for one and for many", () => {
  expect(lateWords(1)).toBe("1 day late");
  expect(lateWords(3)).toBe("3 days late");
});
