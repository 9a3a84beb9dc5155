import { expect, test } from "vitest";
import { isoDay } from "./dates.ts";
import { zonedDay } from "./zoned-day.ts";

const moment = new Date("2026-11-30T10:30:00Z");

test.each([
  ["Pacific/Kiritimati", "2026-12-01"],
  ["UTC", "2026-11-30"],
  ["Pacific/Pago_Pago", "2026-11-29"],
])("in %s it is %s", (zone, day) => {
  expect(zonedDay(moment, zone)).toBe(day);
});

test("a zone that isn't known yet, or that the browser doesn't know, is the user's own", () => {
  expect(zonedDay(moment, undefined)).toBe(isoDay(moment));
  expect(zonedDay(moment, "Etc/Unheard_Of")).toBe(isoDay(moment));
});
