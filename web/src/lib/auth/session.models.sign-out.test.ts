import { authEvents } from "@sheaf/contract/auth-events";
import { describe, expect, test } from "vitest";
import type { SessionState } from "./session.ts";
import {
  anna,
  event,
  inAsAnna,
  mats,
  offline,
  out,
  recovering,
  unknown,
  waiting,
} from "./session.fixtures.ts";
import { type SessionInput, transition } from "./session.models.ts";

describe("being signed out", () => {
  test("in this tab has the reason signed-out and drops all data", () => {
    for (const state of [inAsAnna, waiting, recovering]) {
      const next = transition(state, event("SIGNED_OUT", { here: {} }));
      expect(next).toEqual({ state: { status: "out", reason: "signed-out" }, effects: ["forget-user"] });
    }
  });

  test("by the service or another tab has the reason session-ended", () => {
    for (const state of [inAsAnna, waiting, recovering, unknown, offline]) {
      const next = transition(state, event("SIGNED_OUT"));
      expect(next).toEqual({ state: { status: "out", reason: "session-ended" }, effects: ["forget-user"] });
    }
  });

  test("with a specific reason uses it", () => {
    const next = transition(inAsAnna, event("SIGNED_OUT", { here: { reason: "others-signed-in" } }));
    expect(next.state).toEqual({ status: "out", reason: "others-signed-in" });
  });

  test("because the browser dropped the cookie ends the session", () => {
    const next = transition(inAsAnna, event("TOKEN_REFRESHED", { who: anna, cookie: false }));
    expect(next).toEqual({ state: { status: "out", reason: "session-ended" }, effects: ["forget-user"] });
  });

  test("twice changes nothing, not even the reason", () => {
    const ended: SessionState = { status: "out", reason: "session-ended" };
    expect(transition(ended, event("SIGNED_OUT", { here: {} }))).toEqual({ state: ended, effects: [] });
  });

  test("is not final while a cookie exists, because another window may have signed in", () => {
    const next = transition(inAsAnna, event("SIGNED_OUT", { cookie: true }));
    expect(next.state).toEqual(unknown);
    expect(next.effects).toContain("keep-trying");
  });

  test("drops all data before another user's session from another window appears", () => {
    for (const state of [inAsAnna, waiting, recovering]) {
      const doubted = transition(state, event("SIGNED_OUT", { cookie: true }));
      expect(doubted.effects).toContain("forget-user");
      expect(transition(doubted.state, event("SIGNED_IN", { who: mats })).state).toMatchObject({
        userId: "mats",
      });
    }
  });
});

describe("the cookie, read again on focus", () => {
  test("ends the session when it is gone", () => {
    for (const state of [inAsAnna, waiting, recovering]) {
      const next = transition(state, { type: "looked", who: null });
      expect(next).toEqual({ state: { status: "out", reason: "session-ended" }, effects: ["forget-user"] });
    }
    expect(transition(offline, { type: "looked", who: null })).toEqual({ state: out, effects: [] });
    expect(transition(out, { type: "looked", who: null }).state).toBe(out);
  });

  test("signs in when it has appeared", () => {
    expect(transition(out, { type: "looked", who: anna })).toEqual({
      state: inAsAnna,
      effects: ["persist", "connect"],
    });
  });

  test("switches the account when it belongs to another user", () => {
    const next = transition(inAsAnna, { type: "looked", who: mats });
    expect(next.state).toMatchObject({ status: "in", userId: "mats" });
    expect(next.effects).toEqual(["forget-user", "persist"]);
  });

  test("changes nothing when it is the same", () => {
    expect(transition(inAsAnna, { type: "looked", who: anna }).state).toBe(inAsAnna);
    expect(transition(recovering, { type: "looked", who: anna }).state).toBe(recovering);
  });

  test("does not confirm an unknown session", () => {
    expect(transition(offline, { type: "looked", who: anna })).toEqual({ state: offline, effects: [] });
  });
});

test("no input without an identity signs a user in", () => {
  const inputs: SessionInput[] = [
    ...[true, false].map((cookie) => ({ type: "start" as const, cookie, flash: false })),
    ...authEvents.map((name) => event(name)),
  ];
  for (const state of [out, unknown, offline]) {
    for (const input of inputs) expect(["out", "unknown"]).toContain(transition(state, input).state.status);
  }
});
