import { authEvents } from "@sheaf/contract/auth-events";
import { describe, expect, test } from "vitest";
import {
  anna,
  event,
  flash,
  inAsAnna,
  mats,
  offline,
  out,
  recovering,
  states,
  unknown,
  verified,
  waiting,
  withFactor,
} from "./session.fixtures.ts";
import { transition } from "./session.models.ts";

describe("when the page starts", () => {
  test("without a cookie nobody is signed in, and nothing is downloaded to find that out", () => {
    expect(transition(unknown, { type: "start", cookie: false, flash: false })).toEqual({
      state: out,
      effects: [],
    });
  });

  test("with a cookie the client is asked, and until then nothing is claimed", () => {
    expect(transition(unknown, { type: "start", cookie: true, flash: false })).toEqual({
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
      effects: ["persist"],
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

  test("is asked for anew once the client has forgotten that a refresh failed", () => {
    for (const state of [unknown, offline, inAsAnna]) {
      const next = transition(state, event("TOKEN_REFRESHED", { cookie: true }));
      expect(next).toEqual({ state, effects: ["ask"] });
    }
    expect(transition(out, event("TOKEN_REFRESHED"))).toEqual({ state: out, effects: [] });
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
    expect(next).toEqual({ state: inAsAnna, effects: ["persist"] });
  });

  test("that came by a link is remembered as such", () => {
    const next = transition(unknown, event("INITIAL_SESSION", { who: anna, flash: flash("sign-in") }));
    expect(next).toEqual({ state: inAsAnna, effects: ["persist", "remember-arrival"] });
  });

  test("after a changed address or a joined account tells every listener what the sidecar did", () => {
    for (const type of ["email-change", "link"] as const) {
      const next = transition(unknown, event("INITIAL_SESSION", { who: anna, flash: flash(type) }));
      expect(next).toEqual({ state: inAsAnna, effects: ["persist", "announce-update"] });
    }
  });

  test("of a reset that this tab was in the middle of goes on with it, and with no other's", () => {
    const loaded = (resetOf: string) => transition(unknown, event("INITIAL_SESSION", { who: anna, resetOf }));
    expect(loaded("s1").state).toEqual(recovering);
    expect(loaded("s0").state).toEqual(inAsAnna);
  });

  test("is settled by whichever event tells of it first, so that nothing else is shown for a moment", () => {
    for (const name of ["SIGNED_IN", "TOKEN_REFRESHED"] as const) {
      const loaded = transition(unknown, event(name, { who: anna, resetOf: "s1" }));
      expect(loaded.state, name).toEqual(recovering);
    }
  });

  test("of a reset asks for the second factor first, where the account has one", () => {
    const next = transition(unknown, event("INITIAL_SESSION", { who: withFactor, flash: flash("recovery") }));
    expect(next.state).toEqual({ ...recovering, needsSecondFactor: true });
    const shown = transition(next.state, event("MFA_CHALLENGE_VERIFIED", { who: verified }));
    expect(shown.state).toEqual({ ...recovering, aal: "aal2" });
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
      expect(transition(state, event("SIGNED_IN", { who: anna }))).toEqual({
        state: inAsAnna,
        effects: ["persist"],
      });
    }
  });

  test("in a browser that does not keep it is said, and asked for again only by the person", () => {
    const lost = { status: "out", reason: "not-kept" } as const;
    for (const state of [out, unknown, offline]) {
      expect(transition(state, event("SIGNED_IN", { who: anna, cookie: false })).state).toEqual(lost);
    }
    expect(transition(lost, event("SIGNED_IN", { who: anna, cookie: false }))).toEqual({
      state: lost,
      effects: [],
    });
    expect(transition(unknown, { type: "start", cookie: false, flash: true }).state).toEqual(lost);
  });

  test("in a new session of the same person keeps what is loaded", () => {
    const next = transition(inAsAnna, event("SIGNED_IN", { who: { ...anna, sessionId: "s2" } }));
    expect(next).toEqual({ state: { ...inAsAnna, sessionId: "s2" }, effects: ["persist"] });
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
    expect(next).toEqual({ state: { ...inAsAnna, email: "anna@new.example" }, effects: ["refetch-all"] });
  });

  test("is repeated in what failed, once the token is fresh", () => {
    expect(transition(inAsAnna, event("TOKEN_REFRESHED", { who: anna })).effects).toEqual([
      "retry-failed",
      "persist",
    ]);
  });

  test("with the second factor shows what was hidden", () => {
    const next = transition(waiting, event("MFA_CHALLENGE_VERIFIED", { who: verified }));
    expect(next).toEqual({ state: { ...inAsAnna, aal: "aal2" }, effects: ["refetch-all", "persist"] });
  });

  test("cannot be told by an event that names nobody", () => {
    const telling = new Set<string>(["SIGNED_OUT", "INITIAL_SESSION", "TOKEN_REFRESHED"]);
    const names = authEvents.filter((name) => !telling.has(name));
    for (const name of names) {
      for (const state of states) {
        expect(transition(state, event(name))).toEqual({ state, effects: [] });
      }
    }
  });
});

describe("setting a new password", () => {
  test("begins in the tab that used the link and in no other", () => {
    expect(transition(out, event("PASSWORD_RECOVERY", { who: anna, here: {} })).state).toEqual(recovering);
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
    const next = transition(inAsAnna, event("PASSWORD_RECOVERY", { who: mats, here: {} }));
    expect(next.state).toMatchObject({ status: "recovering", userId: "mats" });
    expect(next.effects).toEqual(["forget-user"]);
  });
});
