import { expect, test } from "vitest";
import { parseDays } from "./due-days.models.ts";

test.each([
  ["", null],
  ["  ", null],
  ["1", 1],
  [" 21 ", 21],
  ["365", 365],
  ["007", 7],
])("%o is a number of days, or none", (text, days) => {
  expect(parseDays(text)).toEqual({ ok: true, days });
});

test.each(["0", "366", "-7", "2.5", "1e2", "two weeks", "١٢", "9".repeat(400)])("%o is refused", (text) => {
  expect(parseDays(text)).toEqual({
    ok: false,
    problem: "Enter a number from 1 to 365, or leave it empty.",
  });
});
