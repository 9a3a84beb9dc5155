import { expect, test } from "vitest";
import { tryAgainAt } from "./try-again.models.ts";

const at = (time: string) => ({ now: new Date(time), locale: "en-GB" });

test.each([
  [1500, at("2026-11-28T14:35:00"), "Try again at 15:00"],
  [1501, at("2026-11-28T14:35:00"), "Try again at 15:01"],
  [0, at("2026-11-28T14:35:20"), "Try again at 14:36"],
  [3600, at("2026-11-28T23:10:00"), "Try again on Sun 29 Nov, 00:10"],
  [86_000, at("2026-12-31T12:00:00"), "Try again on Fri 1 Jan 2027, 11:54"],
])("%i seconds", (seconds, options, text) => {
  expect(tryAgainAt(seconds, options)).toBe(text);
});
