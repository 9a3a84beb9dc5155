import { expect, test } from "vitest";
import { bannedUntil, readBanDuration } from "./ban-duration.ts";

test.each([
  ["24h", 86_400_000],
  ["1h30m", 5_400_000],
  ["1.5h", 5_400_000],
  [".5s", 500],
  ["2m3s4ms", 123_004],
  ["1500us", 1.5],
  ["2µs", 0.002],
  ["100ns", 0.0001],
  ["+1s", 1000],
  ["-1h", -3_600_000],
  ["0", 0],
  ["0h", 0],
  ["none", 0],
])("a ban of %s", (text, ms) => {
  expect(readBanDuration(text)).toBeCloseTo(ms, 6);
});

test.each(["1d", "24", "h", "1 h", "1h 30m", "forever", "-", "None", "1h-30m", "1h\n"])(
  "%j is not a duration",
  (text) => {
    expect(() => readBanDuration(text)).toThrow(
      expect.objectContaining({ status: 400, code: "validation_failed" }),
    );
  },
);

test.each([
  ["1d", 'unknown unit "d" in duration "1d"'],
  ["24", 'missing unit in duration "24"'],
  ["1h 30m", 'unknown unit "h " in duration "1h 30m"'],
  ["forever", 'invalid duration "forever"'],
])("%j is refused in Go's words", (text, fault) => {
  expect(() => readBanDuration(text)).toThrow(`invalid format for ban duration: time: ${fault}`);
});

test("an absent duration leaves a ban unchanged, zero lifts it", () => {
  const now = new Date("2026-11-21T09:00:00Z");
  expect(bannedUntil(undefined, now)).toEqual({});
  expect(bannedUntil(0, now)).toEqual({ banned_until: null });
  expect(bannedUntil(60_000, now)).toEqual({ banned_until: new Date("2026-11-21T09:01:00Z") });
});
