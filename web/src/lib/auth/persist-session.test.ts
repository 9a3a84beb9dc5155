import { expect, test } from "vitest";
import { isDue } from "./persist-session.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const ago = (hours: number) => `s1 ${now - hours * 3_600_000}`;

test("the sidecar writes a session once a day", () => {
  expect(isDue("s1", null, now)).toBe(true);
  expect(isDue("s1", ago(1), now)).toBe(false);
  expect(isDue("s1", ago(25), now)).toBe(true);
});

test("a new session is written regardless of the previous one", () => {
  expect(isDue("s2", ago(1), now)).toBe(true);
});

test("a clock set back or an invalid note makes it due", () => {
  expect(isDue("s1", ago(-48), now)).toBe(true);
  expect(isDue("s1", "s1 soon", now)).toBe(true);
});
