import { describe, expect, test } from "vitest";
import { formatDate, formatWhen, relativeDay } from "./dates.ts";

const locale = "en-GB";
const now = new Date(2026, 10, 17, 18, 30);
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();

describe("a due date", () => {
  test("is the same day in every zone", () => {
    expect(formatDate("2026-11-27", { now, locale })).toBe("Fri 27 Nov");
  });

  test("names its year when it is another", () => {
    expect(formatDate("2027-01-04", { now, locale })).toBe("Mon 4 Jan 2027");
  });

  test.each([
    ["2026-11-17", 0],
    ["2026-11-18", 1],
    ["2026-11-14", -3],
    ["2027-04-01", 135],
  ])("%s is %i days away, whatever the clocks do in between", (date, days) => {
    expect(relativeDay(date, now)).toBe(days);
    expect(relativeDay(date, new Date(2026, 10, 17, 0, 1))).toBe(days);
    expect(relativeDay(date, new Date(2026, 10, 17, 23, 59))).toBe(days);
  });
});

describe("a moment", () => {
  test.each([
    [at(2026, 10, 17, 18, 30), "just now"],
    [at(2026, 10, 17, 18, 29), "1 minute ago"],
    [at(2026, 10, 17, 18, 26), "4 minutes ago"],
    [at(2026, 10, 17, 9, 12), "Today, 09:12"],
    [at(2026, 10, 16, 16, 20), "Yesterday, 16:20"],
    [at(2026, 10, 9, 10, 0), "Mon 9 Nov"],
    [at(2025, 11, 31, 10, 0), "Wed 31 Dec 2025"],
  ])("%s reads %s", (moment, text) => expect(formatWhen(moment, { now, locale })).toBe(text));

  test("that the service's clock puts a little ahead is now, not the future", () => {
    expect(formatWhen(at(2026, 10, 17, 18, 31), { now, locale })).toBe("just now");
  });
});
