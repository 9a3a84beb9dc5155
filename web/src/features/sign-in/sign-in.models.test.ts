import { describe, expect, test } from "vitest";
import type { PendingCode } from "./code/pending-code.ts";
import type { SignInProblem } from "./sign-in-problem.ts";
import { initialSignIn, isRefusedPasskey, type SignInState, transition } from "./sign-in.models.ts";

const now = 1_000_000;
const email = "anna@lind.example";
const pending: PendingCode = { email, next: "/inbox", sentAt: now, resendAt: now + 60_000 };
const problem: SignInProblem = { code: "service.unavailable", text: "Try again." };
const refusedPasskey: SignInProblem = { code: "webauthn_verification_failed", text: "Use another one." };

const ready: SignInState = { ...initialSignIn, restored: true };
const waiting: SignInState = { ...ready, pending };
const proven: SignInState = { ...waiting, proven: true };
const sendAnswered = (over: { problem?: SignInProblem } = {}) =>
  ({ type: "send-answered", email, next: "/inbox", now, problem: over.problem }) as const;

describe("restoring", () => {
  test("shows the code that an earlier visit is waiting for", () => {
    expect(transition(initialSignIn, { type: "restore", pending })).toEqual({ state: waiting, effects: [] });
  });

  test("happens once, so it never undoes what happened on this page", () => {
    expect(transition(ready, { type: "restore", pending }).state).toBe(ready);
  });
});

describe("requesting a code", () => {
  test.each(["send", "leave"] as const)("%s is busy and clears the last problem", (type) => {
    const { state, effects } = transition({ ...ready, problem }, { type });
    expect(state).toEqual({ ...ready, busy: "sending" });
    expect(effects).toEqual([]);
  });

  test("waits for the code, and allows another email after a minute", () => {
    expect(transition({ ...ready, busy: "sending" }, sendAnswered())).toEqual({
      state: waiting,
      effects: ["save-pending"],
    });
  });

  test("within a minute of the last email waits for the code that was sent", () => {
    const limited = { code: "over_email_send_rate_limit", text: "Wait.", retryAfter: 42 };
    const { state } = transition(ready, sendAnswered({ problem: limited }));
    expect(state).toEqual({ ...waiting, pending: { ...pending, resendAt: now + 42_000 } });
  });

  test("over the hourly limit, which names no seconds, is a problem", () => {
    const limited = { code: "over_email_send_rate_limit", text: "Wait." };
    expect(transition({ ...ready, busy: "sending" }, sendAnswered({ problem: limited }))).toEqual({
      state: { ...ready, problem: limited },
      effects: [],
    });
  });

  test("that fails keeps waiting for the earlier code", () => {
    const { state } = transition({ ...waiting, busy: "sending" }, sendAnswered({ problem }));
    expect(state).toEqual({ ...waiting, problem });
  });
});

describe("proving", () => {
  test("is busy and clears the last problem", () => {
    expect(transition({ ...waiting, problem }, { type: "verify" }).state).toEqual({
      ...waiting,
      busy: "verifying",
    });
  });

  test("with a wrong code stays at the code and says so at the form", () => {
    expect(transition({ ...waiting, busy: "verifying" }, { type: "verify-answered", problem })).toEqual({
      state: { ...waiting, problem },
      effects: [],
    });
  });

  test.each(["verify-answered", "passkey-answered", "suggestion-answered"] as const)(
    "by %s cleans up and keeps showing the step until the session is known",
    (type) => {
      const { state, effects } = transition(
        { ...waiting, busy: "verifying", problem },
        { type, problem: undefined },
      );
      expect(state).toEqual(proven);
      expect(effects).toEqual(["clear-pending", "clear-address", "remember-method"]);
    },
  );

  test("continues after cleaning up when the session is known already", () => {
    const { state, effects } = transition(
      { ...waiting, signedIn: true },
      { type: "verify-answered", problem: undefined },
    );
    expect(state.finished).toBe(true);
    expect(effects).toEqual(["clear-pending", "clear-address", "remember-method", "continue"]);
  });

  test.each(["passkey-answered", "provider-answered"] as const)(
    "%s with a problem shows it below the form",
    (type) => {
      expect(transition({ ...ready, busy: "sending" }, { type, problem }).state).toEqual({
        ...ready,
        problem: { ...problem, belowForm: true },
      });
    },
  );

  test("leaving for a provider is no longer busy once the browser navigates", () => {
    const answered = { type: "provider-answered", problem: undefined } as const;
    expect(transition({ ...ready, busy: "sending" }, answered)).toEqual({ state: ready, effects: [] });
  });
});

describe("the browser's passkey suggestion", () => {
  test("shows a passkey that was refused", () => {
    const answered = { type: "suggestion-answered", problem: refusedPasskey } as const;
    expect(transition(ready, answered).state).toEqual({
      ...ready,
      problem: { ...refusedPasskey, belowForm: true },
    });
    expect(isRefusedPasskey(refusedPasskey)).toBe(true);
  });

  test("says nothing when it ends otherwise", () => {
    const aborted = { code: "passkey.aborted", text: "" };
    const typing: SignInState = { ...ready, busy: "sending" };
    expect(transition(typing, { type: "suggestion-answered", problem: aborted }).state).toBe(typing);
    expect(isRefusedPasskey(aborted)).toBe(false);
    expect(isRefusedPasskey(undefined)).toBe(false);
  });
});

describe("the session", () => {
  test("continues once after this page's own proof", () => {
    const first = transition(proven, { type: "session", signedIn: true });
    expect(first).toEqual({
      state: { ...proven, signedIn: true, finished: true },
      effects: ["continue"],
    });
    const away = transition(first.state, { type: "session", signedIn: false });
    expect(transition(away.state, { type: "session", signedIn: true }).effects).toEqual([]);
  });

  test("of another tab does not continue for this page", () => {
    expect(transition(waiting, { type: "session", signedIn: true })).toEqual({
      state: { ...waiting, signedIn: true },
      effects: [],
    });
  });

  test("that is unchanged leaves the state as the same object", () => {
    expect(transition(waiting, { type: "session", signedIn: false }).state).toBe(waiting);
  });
});

test("starting over forgets the code and the problem, and keeps the address", () => {
  expect(transition({ ...waiting, problem }, { type: "start-over" })).toEqual({
    state: { ...ready, startedOver: true },
    effects: ["clear-pending"],
  });
});

test("a dismissed problem changes nothing else", () => {
  expect(transition({ ...waiting, problem }, { type: "dismiss-problem" })).toEqual({
    state: waiting,
    effects: [],
  });
});
