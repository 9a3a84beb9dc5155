import { authEvents } from "@sheaf/contract/auth-events";
import { describe, expect, test } from "vitest";
import {
  afterBackupCode,
  anna,
  enrolling,
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

describe("page start", () => {
  test("without a cookie is signed out and does not load the client", () => {
    expect(transition(unknown, { type: "start", cookie: false, flash: false })).toEqual({
      state: out,
      effects: [],
    });
  });

  test("with a cookie asks the client and stays unknown until it responds", () => {
    expect(transition(unknown, { type: "start", cookie: true, flash: false })).toEqual({
      state: unknown,
      effects: ["connect"],
    });
  });

  test("is offline only after the deadline", () => {
    expect(transition(unknown, { type: "slow" }).state).toEqual(offline);
    for (const state of [offline, out, inAsAnna, waiting, recovering]) {
      expect(transition(state, { type: "slow" }).state).toBe(state);
    }
  });
});

describe("the first session", () => {
  test("signs in", () => {
    expect(transition(unknown, event("INITIAL_SESSION", { who: anna }))).toEqual({
      state: inAsAnna,
      effects: ["persist"],
    });
  });

  test("waits for the second factor of an account that has one", () => {
    expect(transition(unknown, event("INITIAL_SESSION", { who: withFactor })).state).toEqual(waiting);
  });

  test("missing with a cookie means an unreachable service, not a sign-out", () => {
    for (const state of [unknown, offline]) {
      const next = transition(state, event("INITIAL_SESSION", { cookie: true }));
      expect(next).toEqual({ state, effects: ["keep-trying"] });
    }
  });

  test("is read again after the client has cleared a failed refresh", () => {
    for (const state of [unknown, offline, inAsAnna]) {
      const next = transition(state, event("TOKEN_REFRESHED", { cookie: true }));
      expect(next).toEqual({ state, effects: ["ask"] });
    }
    expect(transition(out, event("TOKEN_REFRESHED"))).toEqual({ state: out, effects: [] });
  });

  test("missing without a cookie is signed out", () => {
    expect(transition(unknown, event("INITIAL_SESSION"))).toEqual({ state: out, effects: [] });
  });

  test("with its own recovery flash starts a reset", () => {
    const next = transition(unknown, event("INITIAL_SESSION", { who: anna, flash: flash("recovery") }));
    expect(next).toEqual({ state: recovering, effects: ["announce-recovery"] });
  });

  test("ignores the recovery flash of another session", () => {
    const next = transition(
      unknown,
      event("INITIAL_SESSION", { who: anna, flash: flash("recovery", "other") }),
    );
    expect(next).toEqual({ state: inAsAnna, effects: ["persist"] });
  });

  test("created by a link saves the sign-in method", () => {
    const next = transition(unknown, event("INITIAL_SESSION", { who: anna, flash: flash("sign-in") }));
    expect(next).toEqual({ state: inAsAnna, effects: ["persist", "remember-arrival"] });
  });

  test("after a changed address or a linked account announces the update", () => {
    for (const type of ["email-change", "link"] as const) {
      const next = transition(unknown, event("INITIAL_SESSION", { who: anna, flash: flash(type) }));
      expect(next).toEqual({ state: inAsAnna, effects: ["persist", "announce-update"] });
    }
  });

  test("resumes this tab's pending reset, and no other", () => {
    const loaded = (resetOf: string) => transition(unknown, event("INITIAL_SESSION", { who: anna, resetOf }));
    expect(loaded("s1").state).toEqual(recovering);
    expect(loaded("s0").state).toEqual(inAsAnna);
  });

  test("is confirmed by the first event that contains it", () => {
    for (const name of ["SIGNED_IN", "TOKEN_REFRESHED"] as const) {
      const loaded = transition(unknown, event(name, { who: anna, resetOf: "s1" }));
      expect(loaded.state, name).toEqual(recovering);
    }
  });

  test("of a reset requires the second factor first if the account has one", () => {
    const next = transition(unknown, event("INITIAL_SESSION", { who: withFactor, flash: flash("recovery") }));
    expect(next.state).toEqual({ ...recovering, needsSecondFactor: true });
    const shown = transition(next.state, event("MFA_CHALLENGE_VERIFIED", { who: verified }));
    expect(shown.state).toEqual({ ...recovering, aal: "aal2" });
  });
});

describe("after a backup code", () => {
  test("a refreshed session must set up a new app before anything else", () => {
    const next = transition(waiting, event("TOKEN_REFRESHED", { who: afterBackupCode }));
    expect(next.state).toEqual(enrolling);
    expect(transition(unknown, event("INITIAL_SESSION", { who: afterBackupCode })).state).toEqual(enrolling);
  });

  test("a verified app lets the session in", () => {
    const next = transition(enrolling, event("MFA_CHALLENGE_VERIFIED", { who: verified }));
    expect(next.state).toEqual({ ...inAsAnna, aal: "aal2" });
  });

  test("a reset continues once the app is set up", () => {
    const next = transition(recovering, event("TOKEN_REFRESHED", { who: afterBackupCode }));
    expect(next.state).toEqual({ ...recovering, mustEnroll: true });
    expect(transition(next.state, event("MFA_CHALLENGE_VERIFIED", { who: verified })).state).toEqual({
      ...recovering,
      aal: "aal2",
    });
  });
});

describe("being signed in", () => {
  test("repeated for the same session changes nothing", () => {
    for (const name of ["SIGNED_IN", "TOKEN_REFRESHED", "USER_UPDATED", "INITIAL_SESSION"] as const) {
      expect(transition(inAsAnna, event(name, { who: anna })).state, name).toBe(inAsAnna);
    }
    expect(transition(waiting, event("SIGNED_IN", { who: withFactor })).state).toBe(waiting);
  });

  test("for the first time opens the page", () => {
    for (const state of [out, unknown, offline]) {
      expect(transition(state, event("SIGNED_IN", { who: anna }))).toEqual({
        state: inAsAnna,
        effects: ["persist"],
      });
    }
  });

  test("in a browser that drops the cookie has the reason not-kept", () => {
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

  test("in a new session of the same user keeps loaded data", () => {
    const next = transition(inAsAnna, event("SIGNED_IN", { who: { ...anna, sessionId: "s2" } }));
    expect(next).toEqual({ state: { ...inAsAnna, sessionId: "s2" }, effects: ["persist"] });
  });

  test.each([
    "SIGNED_IN",
    "TOKEN_REFRESHED",
    "USER_UPDATED",
    "PASSWORD_RECOVERY",
    "INITIAL_SESSION",
  ] as const)("as another user by %s drops the previous user's data", (name) => {
    for (const state of [inAsAnna, waiting, recovering]) {
      const next = transition(state, event(name, { who: mats }));
      expect(next.effects).toContain("forget-user");
      expect(next.state).toMatchObject({ status: "in", userId: "mats" });
    }
  });

  test("with a new address updates it", () => {
    const renamed = { ...anna, email: "anna@new.example" };
    const next = transition(inAsAnna, event("USER_UPDATED", { who: renamed }));
    expect(next).toEqual({ state: { ...inAsAnna, email: "anna@new.example" }, effects: ["refetch-all"] });
  });

  test("with a refreshed token retries failed queries", () => {
    expect(transition(inAsAnna, event("TOKEN_REFRESHED", { who: anna })).effects).toEqual([
      "retry-failed",
      "persist",
    ]);
  });

  test("with the second factor refetches all queries", () => {
    const next = transition(waiting, event("MFA_CHALLENGE_VERIFIED", { who: verified }));
    expect(next).toEqual({ state: { ...inAsAnna, aal: "aal2" }, effects: ["refetch-all", "persist"] });
  });

  test("is ignored for events without a session", () => {
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
  test("begins only in the tab that used the link", () => {
    expect(transition(out, event("PASSWORD_RECOVERY", { who: anna, here: {} })).state).toEqual(recovering);
    expect(transition(inAsAnna, event("PASSWORD_RECOVERY", { who: anna })).state).toBe(inAsAnna);
  });

  test("is not interrupted by events of the same session", () => {
    for (const name of ["SIGNED_IN", "TOKEN_REFRESHED", "INITIAL_SESSION"] as const) {
      expect(transition(recovering, event(name, { who: anna })).state).toBe(recovering);
    }
  });

  test("ends when the password is set", () => {
    expect(transition(recovering, event("USER_UPDATED", { who: anna })).state).toEqual(inAsAnna);
  });

  test("for another account drops the previous user's data", () => {
    const next = transition(inAsAnna, event("PASSWORD_RECOVERY", { who: mats, here: {} }));
    expect(next.state).toMatchObject({ status: "recovering", userId: "mats" });
    expect(next.effects).toEqual(["forget-user"]);
  });
});
