import { describe, expect, test } from "vitest";
import { clockText, secondsBetween } from "./countdown.ts";

describe("the countdown to another email", () => {
  test.each([
    [42, "0:42"],
    [60, "1:00"],
    [5, "0:05"],
    [0, "0:00"],
  ])("shows %i seconds as %s", (seconds, text) => expect(clockText(seconds)).toBe(text));

  test("rounds up and stops at zero", () => {
    expect(secondsBetween(1000, 1001)).toBe(1);
    expect(secondsBetween(1000, 61_000)).toBe(60);
    expect(secondsBetween(5000, 1000)).toBe(0);
  });
});
