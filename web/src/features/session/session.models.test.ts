import { authEvents } from "@sheaf/contract/auth-events";
import { describe, expect, test } from "vitest";
import type { SessionState } from "../../lib/session.ts";
import { type SessionInput, transition, type Who } from "./session.models.ts";

const anna: Who = {
  userId: "anna",
  email: "anna@lind.example",
  sessionId: "s1",
  aal: "aal1",
  needsSecondFactor: false,
};
const mats: Who = { ...anna, userId: "mats", email: "mats@lind.example", sessionId: "s3" };
const withFactor: Who = { ...anna, needsSecondFactor: true };
const verified: Who = { ...anna, aal: "aal2" };

const { needsSecondFactor: _, ...annaIdentity } = anna;
const unknown: SessionState = { status: "unknown", offline: false };
const offline: SessionState = { status: "unknown", offline: true };
const out: SessionState = { status: "out" };
const inAsAnna: SessionState = { status: "in", ...annaIdentity };
const waiting: SessionState = { status: "needs-second-factor", ...annaIdentity };
const recovering: SessionState = { status: "recovering", ...annaIdentity };
const states = [unknown, offline, out, inAsAnna, waiting, recovering];

type EventInput = Extract<SessionInput, { type: "event" }>;
const event = (name: EventInput["event"], over: Partial<EventInput> = {}): EventInput => ({
  type: "event",
  event: name,
  who: null,
  cookie: false,
  flash: null,
  here: false,
  ...over,
});
const flash = (type: "sign-in" | "recovery" | "email-change", session_id = "s1") => ({ type, session_id });

describe("when the page starts", () => {
  test("without a cookie nobody is signed in, and nothing is downloaded to find that out", () => {
    expect(transition(unknown, { type: "start", cookie: false })).toEqual({ state: out, effects: [] });
  });

  test("with a cookie the client is asked, and until then nothing is claimed", () => {
    expect(transition(unknown, { type: "start", cookie: true })).toEqual({
      state: unknown,
      effects: ["connect"],
    });
  });

  test("the person is told when the answer takes too long, and only then", () => {
    expect(transition(unknown, { type: "slow" }).state).toEqual(offline);
    for (const state of [offline, out, inAsAnna, waiting, recovering]) {
      expect(transition(state, { type: "slow" }).state).toBe(state);
    }
  });
});

describe("the first session", () => {
  test("settles who is there", () => {
    expect(transition(unknown, event("INITIAL_SESSION", { who: anna }))).toEqual({
      state: inAsAnna,
      effects: [],
    });
  });

  test("of an account with a second factor waits for it", () => {
    expect(transition(unknown, event("INITIAL_SESSION", { who: withFactor })).state).toEqual(waiting);
  });

  test("that is missing while a cookie is there is an unreachable service and no sign-out", () => {
    for (const state of [unknown, offline]) {
      const next = transition(state, event("INITIAL_SESSION", { cookie: true }));
      expect(next).toEqual({ state, effects: ["keep-trying"] });
    }
  });

  test("that is missing without a cookie is nobody", () => {
    expect(transition(unknown, event("INITIAL_SESSION"))).toEqual({ state: out, effects: [] });
  });

  test("with a recovery marker of its own leads to the new password", () => {
    const next = transition(unknown, event("INITIAL_SESSION", { who: anna, flash: flash("recovery") }));
    expect(next).toEqual({ state: recovering, effects: ["announce-recovery"] });
  });

  test("is not taken for a recovery by the marker of another session", () => {
    const next = transition(
      unknown,
      event("INITIAL_SESSION", { who: anna, flash: flash("recovery", "other") }),
    );
    expect(next).toEqual({ state: inAsAnna, effects: [] });
  });

  test("that came by a link is remembered as such", () => {
    const next = transition(unknown, event("INITIAL_SESSION", { who: anna, flash: flash("sign-in") }));
    expect(next).toEqual({ state: inAsAnna, effects: ["remember-link"] });
  });

  test("after a changed address is an ordinary one", () => {
    const next = transition(unknown, event("INITIAL_SESSION", { who: anna, flash: flash("email-change") }));
    expect(next).toEqual({ state: inAsAnna, effects: [] });
  });
});

describe("being signed in", () => {
  test("again and again as the same person is no news", () => {
    for (const name of ["SIGNED_IN", "TOKEN_REFRESHED", "USER_UPDATED", "INITIAL_SESSION"] as const) {
      expect(transition(inAsAnna, event(name, { who: anna })).state, name).toBe(inAsAnna);
    }
    expect(transition(waiting, event("SIGNED_IN", { who: withFactor })).state).toBe(waiting);
  });

  test("for the first time here opens the page", () => {
    for (const state of [out, unknown, offline]) {
      expect(transition(state, event("SIGNED_IN", { who: anna }))).toEqual({ state: inAsAnna, effects: [] });
    }
  });

  test("in a new session of the same person keeps what is loaded", () => {
    const next = transition(inAsAnna, event("SIGNED_IN", { who: { ...anna, sessionId: "s2" } }));
    expect(next).toEqual({ state: { ...inAsAnna, sessionId: "s2" }, effects: [] });
  });

  test.each([
    "SIGNED_IN",
    "TOKEN_REFRESHED",
    "USER_UPDATED",
    "PASSWORD_RECOVERY",
    "INITIAL_SESSION",
  ] as const)("as somebody else, told by %s, lets go of everything of the former person", (name) => {
    for (const state of [inAsAnna, waiting, recovering]) {
      const next = transition(state, event(name, { who: mats }));
      expect(next.effects).toContain("forget-user");
      expect(next.state).toMatchObject({ status: "in", userId: "mats" });
    }
  });

  test("under a new address shows it", () => {
    const renamed = { ...anna, email: "anna@new.example" };
    const next = transition(inAsAnna, event("USER_UPDATED", { who: renamed }));
    expect(next).toEqual({ state: { ...inAsAnna, email: "anna@new.example" }, effects: [] });
  });

  test("is repeated in what failed, once the token is fresh", () => {
    expect(transition(inAsAnna, event("TOKEN_REFRESHED", { who: anna })).effects).toEqual(["retry-failed"]);
  });

  test("with the second factor shows what was hidden", () => {
    const next = transition(waiting, event("MFA_CHALLENGE_VERIFIED", { who: verified }));
    expect(next).toEqual({ state: { ...inAsAnna, aal: "aal2" }, effects: ["refetch-all"] });
  });

  test("cannot be told by an event that names nobody", () => {
    const names = authEvents.filter((name) => name !== "SIGNED_OUT" && name !== "INITIAL_SESSION");
    for (const name of names) {
      for (const state of states) {
        expect(transition(state, event(name))).toEqual({ state, effects: [] });
      }
    }
  });
});

describe("setting a new password", () => {
  test("begins in the tab that used the link and in no other", () => {
    expect(transition(out, event("PASSWORD_RECOVERY", { who: anna, here: true })).state).toEqual(recovering);
    expect(transition(inAsAnna, event("PASSWORD_RECOVERY", { who: anna })).state).toBe(inAsAnna);
  });

  test("is not interrupted by the events of the same session", () => {
    for (const name of ["SIGNED_IN", "TOKEN_REFRESHED", "INITIAL_SESSION"] as const) {
      expect(transition(recovering, event(name, { who: anna })).state).toBe(recovering);
    }
  });

  test("ends when the password is set", () => {
    expect(transition(recovering, event("USER_UPDATED", { who: anna })).state).toEqual(inAsAnna);
  });

  test("for another account lets go of the one before", () => {
    const next = transition(inAsAnna, event("PASSWORD_RECOVERY", { who: mats, here: true }));
    expect(next.state).toMatchObject({ status: "recovering", userId: "mats" });
    expect(next.effects).toEqual(["forget-user"]);
  });
});

describe("being signed out", () => {
  test("by oneself is said as such, and everything is let go", () => {
    for (const state of [inAsAnna, waiting, recovering]) {
      const next = transition(state, event("SIGNED_OUT", { here: true }));
      expect(next).toEqual({ state: { status: "out", reason: "signed-out" }, effects: ["forget-user"] });
    }
  });

  test("by the service or another tab gives the reason", () => {
    for (const state of [inAsAnna, waiting, recovering, unknown, offline]) {
      const next = transition(state, event("SIGNED_OUT"));
      expect(next).toEqual({ state: { status: "out", reason: "session-ended" }, effects: ["forget-user"] });
    }
  });

  test("twice changes nothing, the reason included", () => {
    const ended: SessionState = { status: "out", reason: "session-ended" };
    expect(transition(ended, event("SIGNED_OUT", { here: true }))).toEqual({ state: ended, effects: [] });
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
    expect(transition(out, { type: "looked", who: anna })).toEqual({ state: inAsAnna, effects: ["connect"] });
  });

  test("that is somebody else's changes the account", () => {
    const next = transition(inAsAnna, { type: "looked", who: mats });
    expect(next.state).toMatchObject({ status: "in", userId: "mats" });
    expect(next.effects).toEqual(["forget-user"]);
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
    ...[true, false].map((cookie) => ({ type: "start" as const, cookie })),
    ...authEvents.map((name) => event(name)),
  ];
  for (const state of [out, unknown, offline]) {
    for (const input of inputs) expect(["out", "unknown"]).toContain(transition(state, input).state.status);
  }
});
