import { expect, test } from "vitest";
import type { SessionState } from "../../lib/session.ts";
import { detourOf } from "./detour.models.ts";

const anna = { userId: "anna", email: "anna@lind.example", sessionId: "s1", aal: "aal1" } as const;
const wanted = "/requests/r1?file=2#item";

test("a session that is complete, or not there, goes straight on", () => {
  const states: SessionState[] = [
    { status: "in", ...anna },
    { status: "out" },
    { status: "unknown", offline: true },
  ];
  for (const state of states) expect(detourOf(state, wanted)).toBeUndefined();
});

test("the second factor comes first, and leads back to the page that was wanted", () => {
  const detour = detourOf({ status: "needs-second-factor", ...anna }, wanted);
  expect(detour).toBe(`/mfa?next=${encodeURIComponent(wanted)}`);
  expect(detourOf({ status: "needs-second-factor", ...anna }, "/")).toBe("/mfa");
});

test("every page leads to the new password while a reset is under way", () => {
  const state = { status: "recovering", needsSecondFactor: false, ...anna } as const;
  expect(detourOf(state, wanted)).toBe(`/reset-password?next=${encodeURIComponent(wanted)}`);
  expect(detourOf(state, "/")).toBe("/reset-password");
});

test("with a second factor the reset comes after it, and the page that was wanted after both", () => {
  const detour = detourOf({ status: "recovering", needsSecondFactor: true, ...anna }, wanted);
  const afterFactor = new URL(detour ?? "", "https://own.invalid").searchParams.get("next") ?? "";
  expect(new URL(afterFactor, "https://own.invalid").pathname).toBe("/reset-password");
  expect(new URL(afterFactor, "https://own.invalid").searchParams.get("next")).toBe(wanted);
});
