import { expect, test } from "vitest";
import { addMonths, dueText, firstDay } from "./repeat.models.ts";

test.each([
  ["2027-01-31", 1, "2027-02-28"],
  ["2027-01-31", 2, "2027-03-31"],
  ["2026-11-30", 3, "2027-02-28"],
  ["2028-02-29", 12, "2029-02-28"],
  ["2026-12-15", 1, "2027-01-15"],
])("%s and %s months is %s", (day, count, later) => {
  expect(addMonths(day, count)).toBe(later);
});

test("proposes whole periods after sending, from tomorrow on", () => {
  expect(firstDay("month", "2026-01-31", "2026-01-31")).toBe("2026-02-28");
  expect(firstDay("month", "2026-01-31", "2026-02-28")).toBe("2026-03-31");
  expect(firstDay("quarter", "2025-01-10", "2026-11-25")).toBe("2027-01-10");
  expect(firstDay("year", "2025-11-25", "2026-11-25")).toBe("2027-11-25");
});

test("says by when the next one is due", () => {
  const sentAt = "2026-11-01T12:00:00Z";
  expect(dueText({ dueOn: null, sentAt })).toBe("It has no due date.");
  expect(dueText({ dueOn: "2026-11-01", sentAt })).toBe("It’s due on the same day.");
  expect(dueText({ dueOn: "2026-11-02", sentAt })).toBe("It’s due 1 day later.");
  expect(dueText({ dueOn: "2031-10-28", sentAt })).toMatch(/^It’s due 1\D822 days later\.$/);
});
