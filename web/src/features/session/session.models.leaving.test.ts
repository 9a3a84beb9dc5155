import { authEvents } from "@sheaf/contract/auth-events";
import { describe, expect, test } from "vitest";
import type { SessionState } from "../../lib/session.ts";
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
  test("by oneself is said as such, and everything is let go", () => {
    for (const state of [inAsAnna, waiting, recovering]) {
      const next = transition(state, event("SIGNED_OUT", { here: {} }));
      expect(next).toEqual({ state: { status: "out", reason: "signed-out" }, effects: ["forget-user"] });
    }
  });

  test("by the service or another tab gives the reason", () => {
    for (const state of [inAsAnna, waiting, recovering, unknown, offline]) {
      const next = transition(state, event("SIGNED_OUT"));
      expect(next).toEqual({ state: { status: "out", reason: "session-ended" }, effects: ["forget-user"] });
    }
  });

  test("with a reason of its own says that one", () => {
    const next = transition(inAsAnna, event("SIGNED_OUT", { here: { reason: "others-signed-in" } }));
    expect(next.state).toEqual({ status: "out", reason: "others-signed-in" });
  });

  test("by a browser that stopped keeping the cookie ends the session here", () => {
    const next = transition(inAsAnna, event("TOKEN_REFRESHED", { who: anna, cookie: false }));
    expect(next).toEqual({ state: { status: "out", reason: "session-ended" }, effects: ["forget-user"] });
  });

  test("twice changes nothing, the reason included", () => {
    const ended: SessionState = { status: "out", reason: "session-ended" };
    expect(transition(ended, event("SIGNED_OUT", { here: {} }))).toEqual({ state: ended, effects: [] });
  });

  test("is doubted while a cookie is there: another window may just have signed in", () => {
    const next = transition(inAsAnna, event("SIGNED_OUT", { cookie: true }));
    expect(next.state).toEqual(unknown);
    expect(next.effects).toContain("keep-trying");
  });

  test("leaves nothing behind for somebody else who signed in in another window meanwhile", () => {
    for (const state of [inAsAnna, waiting, recovering]) {
      const doubted = transition(state, event("SIGNED_OUT", { cookie: true }));
      expect(doubted.effects).toContain("forget-user");
      expect(transition(doubted.state, event("SIGNED_IN", { who: mats })).state).toMatchObject({
        userId: "mats",
      });
    }
  });
});

describe("the cookie, looked at when the person comes back", () => {
  test("that is gone ends the session, which the service never announced", () => {
    for (const state of [inAsAnna, waiting, recovering]) {
      const next = transition(state, { type: "looked", who: null });
      expect(next).toEqual({ state: { status: "out", reason: "session-ended" }, effects: ["forget-user"] });
    }
    expect(transition(offline, { type: "looked", who: null })).toEqual({ state: out, effects: [] });
    expect(transition(out, { type: "looked", who: null }).state).toBe(out);
  });

  test("that appeared signs the person in here too", () => {
    expect(transition(out, { type: "looked", who: anna })).toEqual({
      state: inAsAnna,
      effects: ["persist", "connect"],
    });
  });

  test("that is somebody else's changes the account", () => {
    const next = transition(inAsAnna, { type: "looked", who: mats });
    expect(next.state).toMatchObject({ status: "in", userId: "mats" });
    expect(next.effects).toEqual(["forget-user", "persist"]);
  });

  test("that is the same changes nothing", () => {
    expect(transition(inAsAnna, { type: "looked", who: anna }).state).toBe(inAsAnna);
    expect(transition(recovering, { type: "looked", who: anna }).state).toBe(recovering);
  });

  test("does not settle what the service has not confirmed", () => {
    expect(transition(offline, { type: "looked", who: anna })).toEqual({ state: offline, effects: [] });
  });
});

test("no input without a person makes somebody out of nobody", () => {
  const inputs: SessionInput[] = [
    ...[true, false].map((cookie) => ({ type: "start" as const, cookie, flash: false })),
    ...authEvents.map((name) => event(name)),
  ];
  for (const state of [out, unknown, offline]) {
    for (const input of inputs) expect(["out", "unknown"]).toContain(transition(state, input).state.status);
  }
});
