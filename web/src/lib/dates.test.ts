import { describe, expect, test } from "vitest";
import { daysBetween, formatDate, formatWhen, formatWhenShort, isoDay, relativeDay } from "./dates.ts";

const locale = "en-GB";
const now = new Date(2026, 10, 17, 18, 30);
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();

describe("a due date", () => {
  test("is the same day in every time zone", () => {
    expect(formatDate("2026-11-27", { now, locale })).toBe("Fri 27 Nov");
  });

  test("includes the year if it isn't the current one", () => {
    expect(formatDate("2027-01-04", { now, locale })).toBe("Mon 4 Jan 2027");
  });

  test("includes the current year where it is wanted", () => {
    expect(formatDate("2026-11-27", { now, locale, withYear: true })).toBe("Fri 27 Nov 2026");
  });

  test.each([
    ["2026-11-17", 0],
    ["2026-11-18", 1],
    ["2026-11-14", -3],
    ["2027-04-01", 135],
  ])("%s is %i days away, regardless of clock changes", (date, days) => {
    expect(relativeDay(date, now)).toBe(days);
    expect(relativeDay(date, new Date(2026, 10, 17, 0, 1))).toBe(days);
    expect(relativeDay(date, new Date(2026, 10, 17, 23, 59))).toBe(days);
  });
});

describe("a timestamp", () => {
  test.each([
    [at(2026, 10, 17, 18, 30), "just now"],
    [at(2026, 10, 17, 18, 29), "1 minute ago"],
    [at(2026, 10, 17, 18, 26), "4 minutes ago"],
    [at(2026, 10, 17, 9, 12), "Today, 09:12"],
    [at(2026, 10, 16, 16, 20), "Yesterday, 16:20"],
    [at(2026, 10, 9, 10, 0), "Mon 9 Nov"],
    [at(2025, 11, 31, 10, 0), "Wed 31 Dec 2025"],
  ])("%s is formatted as %s", (moment, text) => expect(formatWhen(moment, { now, locale })).toBe(text));

  test("slightly in the future is formatted as now", () => {
    expect(formatWhen(at(2026, 10, 17, 18, 31), { now, locale })).toBe("just now");
  });
});

describe("a timestamp in short form", () => {
  const now = new Date(2026, 10, 21, 12, 0);

  test.each([
    ["a timestamp in the future", at(2026, 10, 21, 12, 5), "just now"],
    ["this minute", at(2026, 10, 21, 12, 0), "just now"],
    ["four minutes ago", at(2026, 10, 21, 11, 56), "4 min ago"],
    ["two hours ago", at(2026, 10, 21, 9, 58), "2 h ago"],
    ["late last night", at(2026, 10, 20, 23, 50), "yesterday"],
    ["two days ago", at(2026, 10, 19, 23, 50), "19 Nov"],
    ["last year", at(2025, 10, 19, 12, 0), "19 Nov 2025"],
  ])("%s", (_, isoTime, text) => {
    expect(formatWhenShort(isoTime, { now, locale })).toBe(text);
  });

  test("ten minutes before midnight is not yesterday shortly after midnight", () => {
    const night = new Date(2026, 10, 21, 0, 5);
    expect(formatWhenShort(at(2026, 10, 20, 23, 55), { now: night, locale })).toBe("10 min ago");
  });
});

describe("today", () => {
  test("is the local day, not the one in UTC", () => {
    expect(isoDay(new Date(2026, 0, 5, 0, 30))).toBe("2026-01-05");
    expect(isoDay(new Date(2026, 10, 21, 23, 59))).toBe("2026-11-21");
  });

  test("counts as one day when the clocks change", () => {
    expect(daysBetween("2026-10-24", "2026-10-26")).toBe(2);
    expect(daysBetween("2026-03-28", "2026-03-30")).toBe(2);
  });
});
