import { describe, expect, test } from "vitest";
import { orderOf, readDay } from "./days.models.ts";

describe("a date is read", () => {
  test.each([
    ["2026-01-30", "2026-01-30"],
    ["2026/1/3", "2026-01-03"],
    ["2026-01-30 00:00:00", "2026-01-30"],
    ["30.01.2026", "2026-01-30"],
    ["3.1.26", "2026-01-03"],
    ["30/01/2026", "2026-01-30"],
    ["30-01-2026", "2026-01-30"],
    ["٣٠‏/٠١‏/٢٠٢٦", "2026-01-30"],
    ["३०-०१-२०२६", "2026-01-30"],
    ["30 Jan 2026", "2026-01-30"],
    ["30-Jan-26", "2026-01-30"],
    ["3rd February 2026", "2026-02-03"],
    ["Fri, 30 January 2026", "2026-01-30"],
    ["January 30, 2026", "2026-01-30"],
    ["Jan 3rd 2026", "2026-01-03"],
    ["Jan-30-2026", "2026-01-30"],
    ["30.01.2026 12:00", "2026-01-30"],
    ["30/01/2026 00:00:00", "2026-01-30"],
    ["30/01/2026, 12:00 am", "2026-01-30"],
    ["2026-01-30T00:00:00+01:00", "2026-01-30"],
    ["30. Januar 2026", "2026-01-30"],
    ["Freitag, 3. März 2026", "2026-03-03"],
    ["03-Mrz-26", "2026-03-03"],
    ["1er février 2026", "2026-02-01"],
    ["1 fevrier 2026", "2026-02-01"],
    ["30 juil. 2026", "2026-07-30"],
    ["30 de enero de 2026", "2026-01-30"],
    ["30 marraskuuta 2026", "2026-11-30"],
    ["30 marraskuu 2026", "2026-11-30"],
    ["30 października 2026", "2026-10-30"],
    ["30 января 2026 г.", "2026-01-30"],
    ["2026年1月30日", "2026-01-30"],
    ["2026년 1월 30일", "2026-01-30"],
    ["2026. 1. 30.", "2026-01-30"],
  ])("%s", (text, day) => {
    expect(readDay(text, "day-first")).toBe(day);
  });

  test.each([
    "",
    "soon",
    "31.02.2026",
    "2026-13-01",
    "30 Foo 2026",
    "30 listopada 2026",
    "30 Marketing 2026",
    "12:00",
    "45",
    "46052",
    "1/2",
    "32/01/2026",
  ])("not if it is %j", (text) => {
    expect(readDay(text, "day-first")).toBe(null);
  });

  test("in the order of its column", () => {
    expect(readDay("3/4/2026", "day-first")).toBe("2026-04-03");
    expect(readDay("3/4/2026", "month-first")).toBe("2026-03-04");
    expect(readDay("30/01/2026", "month-first")).toBe(null);
    expect(readDay("3.4.2026", "month-first")).toBe("2026-04-03");
  });
});

describe("the order of a column", () => {
  test.each([
    ["is told by one date in which it is clear", ["3/4/2026", "30/1/2026"], "day-first"],
    ["is told the other way as well", ["3/4/2026", "1/30/2026"], "month-first"],
    [
      "doesn’t matter where all are written otherwise",
      ["2026-03-04", "3.4.2026", "4/4/2026", "soon"],
      "day-first",
    ],
    ["isn’t guessed", ["3/4/2026", "5/6/2026"], undefined],
    ["isn’t guessed where dates contradict each other", ["30/1/2026", "1/30/2026"], undefined],
  ])("%s", (_, texts, order) => {
    expect(orderOf(texts)).toBe(order);
  });
});
