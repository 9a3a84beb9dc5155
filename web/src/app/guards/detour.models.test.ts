import { expect, test } from "vitest";
import type { SessionState } from "../../lib/auth/session.ts";
import { detourOf } from "./detour.models.ts";

const anna = { userId: "anna", email: "anna@lind.example", sessionId: "s1", aal: "aal1" } as const;
const requested = "/requests/r1?file=2#item";

test("a complete or missing session needs no detour", () => {
  const states: SessionState[] = [
    { status: "in", ...anna },
    { status: "out" },
    { status: "unknown", offline: true },
  ];
  for (const state of states) expect(detourOf(state, requested)).toBeUndefined();
});

test("the second factor comes first and returns to the requested page", () => {
  const detour = detourOf({ status: "needs-second-factor", ...anna }, requested);
  expect(detour).toBe(`/mfa?next=${encodeURIComponent(requested)}`);
  expect(detourOf({ status: "needs-second-factor", ...anna }, "/")).toBe("/mfa");
});

test("a new authenticator app is set up before anything else, and before a reset", () => {
  expect(detourOf({ status: "must-enroll", ...anna }, "/inbox")).toBe("/mfa?next=%2Finbox");
  const reset = { status: "recovering", needsSecondFactor: false, mustEnroll: true, ...anna } as const;
  expect(detourOf(reset, "/")).toBe("/mfa?next=%2Freset-password");
});

test("every page redirects to the new password during a reset", () => {
  const state = { status: "recovering", needsSecondFactor: false, mustEnroll: false, ...anna } as const;
  expect(detourOf(state, requested)).toBe(`/reset-password?next=${encodeURIComponent(requested)}`);
  expect(detourOf(state, "/")).toBe("/reset-password");
});

test("the reset follows the second factor, and the requested page follows both", () => {
  const detour = detourOf(
    { status: "recovering", needsSecondFactor: true, mustEnroll: false, ...anna },
    requested,
  );
  const afterFactor = new URL(detour ?? "", "https://own.invalid").searchParams.get("next") ?? "";
  expect(new URL(afterFactor, "https://own.invalid").pathname).toBe("/reset-password");
  expect(new URL(afterFactor, "https://own.invalid").searchParams.get("next")).toBe(requested);
});
