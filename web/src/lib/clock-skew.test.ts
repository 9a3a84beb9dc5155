import { expect, test } from "vitest";
import { secondsAhead } from "./clock-skew.ts";

test("a skew of up to a minute is ignored", () => {
  expect(secondsAhead(60_000, 0)).toBe(0);
  expect(secondsAhead(0, 59_000)).toBe(0);
  expect(secondsAhead(600_000, 0)).toBe(600);
  expect(secondsAhead(0, 600_000)).toBe(-600);
});
