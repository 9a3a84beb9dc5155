import type { AuthEvent } from "@sheaf/contract/auth-events";
import type { Flash } from "@sheaf/contract/sidecar";
import type { OwnAction } from "./own-action.ts";
import { identityOf, type Identity, type SessionState } from "./session.ts";

/** Identity of a session, and the steps its account still requires. */
export interface Who extends Identity {
  readonly needsSecondFactor: boolean;
  /** A backup code was used and no new authenticator app has been set up. */
  readonly mustEnroll: boolean;
}

export type SessionInput =
  /** Page start. `cookie`: a readable session exists; `flash`: the sidecar has just written a session. */
  | { type: "start"; cookie: boolean; flash: boolean }
  /** The session could not be confirmed in time. */
  | { type: "slow" }
  | {
      type: "event";
      event: AuthEvent;
      who: Who | null;
      /** A session cookie exists. */
      cookie: boolean;
      /** Flash cookie; read when the first session is confirmed. */
      flash: Flash | null;
      /** Session whose password reset was pending before a reload of this tab. */
      resetOf: string | null;
      /** Set if this tab caused the event: signed out, or used the reset link. */
      here: OwnAction | undefined;
    }
  /** The cookie was read again on focus or `pageshow`; null without a session. */
  | { type: "looked"; who: Who | null };

export type SessionEffect =
  /** Create the client, or have it read the session again. */
  | "connect"
  /** Retry periodically until the service responds. */
  | "keep-trying"
  /** Read the client's session again. */
  | "ask"
  /** Drop all data of the previous user. */
  | "forget-user"
  /** Refetch queries that failed because of the token. */
  | "retry-failed"
  /** Refetch all queries, because the database may return more. */
  | "refetch-all"
  /** Broadcast the purpose of the sidecar's exchange, which the client cannot know. */
  | "announce-recovery"
  | "announce-update"
  /** Save the method after a return from an emailed link or a provider. */
  | "remember-arrival"
  /** The session cookies were written by a script: have the sidecar rewrite them if due. */
  | "persist";

export interface Transition {
  state: SessionState;
  effects: readonly SessionEffect[];
}

/** Computes the next state and effects. Pure; returns the same object for an unchanged state. */
export function transition(state: SessionState, input: SessionInput): Transition {
  if (input.type === "event") return onEvent(state, input);
  if (input.type === "looked") return looked(state, input.who);
  if (input.type === "slow") {
    return to(state.status === "unknown" && !state.offline ? { status: "unknown", offline: true } : state);
  }
  if (input.cookie) return to({ status: "unknown", offline: false }, "connect");
  return to(input.flash ? notKept : { status: "out" });
}

/** Sign-in succeeded but the browser dropped the cookie. The reason stops the user from retrying in vain. */
const notKept = { status: "out", reason: "not-kept" } as const satisfies SessionState;

type EventInput = Extract<SessionInput, { type: "event" }>;

function onEvent(state: SessionState, input: EventInput): Transition {
  const { who } = input;
  if (input.event === "SIGNED_OUT") return signedOut(state, input);
  if (!who) return withoutSession(state, input);
  if (!input.cookie) return identityOf(state) ? sessionEnded(state) : to(notKept);
  return withSession(state, who, input)[input.event]();
}

function withoutSession(state: SessionState, input: EventInput): Transition {
  if (input.event === "INITIAL_SESSION") return signedOut(state, input);
  // Sent by `forgetFailedRefresh()`; real refreshes have a session.
  return input.event === "TOKEN_REFRESHED" && state.status !== "out" ? to(state, "ask") : to(state);
}

function withSession(state: SessionState, who: Who, input: EventInput) {
  const renewed = () => (state.status === "unknown" ? settled(state, who, input) : signedIn(state, who));
  return {
    INITIAL_SESSION: () => settled(state, who, input),
    // May precede INITIAL_SESSION, and the page must not briefly render without the flash or pending reset.
    SIGNED_IN: renewed,
    TOKEN_REFRESHED: () => and(renewed(), "retry-failed", "persist"),
    USER_UPDATED: () => updated(state, who),
    PASSWORD_RECOVERY: () => (input.here ? recovering(state, who) : signedIn(state, who)),
    MFA_CHALLENGE_VERIFIED: () => and(signedIn(state, who), "refetch-all", "persist"),
  } satisfies Record<Exclude<AuthEvent, "SIGNED_OUT">, () => Transition>;
}

function settled(state: SessionState, who: Who, { flash, resetOf }: EventInput): Transition {
  if (resetOf === who.sessionId) return recovering(state, who);
  if (flash?.session_id !== who.sessionId) return signedIn(state, who);
  if (flash.type === "recovery") return and(recovering(state, who), "announce-recovery");
  return and(signedIn(state, who), flash.type === "sign-in" ? "remember-arrival" : "announce-update");
}

/** Signed in. The client repeats this event on every focus, so the same session changes nothing. */
function signedIn(state: SessionState, who: Who): Transition {
  const { needsSecondFactor, mustEnroll, ...identity } = who;
  const before = identityOf(state);
  if (state.status === "recovering" && state.sessionId === who.sessionId) {
    return settle(state, { status: "recovering", needsSecondFactor, mustEnroll, ...identity });
  }
  const status = mustEnroll ? "must-enroll" : needsSecondFactor ? "needs-second-factor" : "in";
  const next = settle(state, { status, ...identity });
  return before?.sessionId === who.sessionId ? next : and(next, "persist");
}

/** A new password completes a pending reset; after any update, displayed account data is outdated. */
function updated(state: SessionState, who: Who): Transition {
  const reset = state.status === "recovering" && state.sessionId === who.sessionId;
  const { needsSecondFactor: _, mustEnroll: __, ...identity } = who;
  return and(signedIn(reset ? { status: "in", ...identity } : state, who), "refetch-all");
}

function recovering(state: SessionState, who: Who): Transition {
  return settle(state, { status: "recovering", ...who });
}

/**
 * No session. If a cookie exists it is not a sign-out: the service is unreachable, or another tab has just stored a new
 * session, possibly of another user, so the previous user's data are dropped first.
 */
function signedOut(state: SessionState, { cookie, event, here }: EventInput): Transition {
  if (cookie) {
    const next = { status: "unknown", offline: state.status === "unknown" && state.offline } as const;
    return identityOf(state) ? to(next, "forget-user", "keep-trying") : to(next, "keep-trying");
  }
  if (state.status === "out") return to(state);
  const hadSession = identityOf(state) !== undefined || event === "SIGNED_OUT";
  if (!hadSession) return to({ status: "out" });
  return to({ status: "out", reason: here ? (here.reason ?? "signed-out") : "session-ended" }, "forget-user");
}

/** The sidecar changes cookies without an event, so the cookie is compared with the state. */
function looked(state: SessionState, who: Who | null): Transition {
  if (!who) return sessionEnded(state);
  // Only the client can confirm the session; the one in the cookie may have expired.
  if (state.status === "unknown") return to(state);
  return state.status === "out" ? and(signedIn(state, who), "connect") : signedIn(state, who);
}

function sessionEnded(state: SessionState): Transition {
  if (state.status === "out") return to(state);
  if (state.status === "unknown") return to({ status: "out" });
  return to({ status: "out", reason: "session-ended" }, "forget-user");
}

/** Keeps the same object for an equal state and drops data when the user changes. */
function settle(state: SessionState, next: SessionState): Transition {
  const before = identityOf(state);
  const after = identityOf(next);
  if (before && after && before.userId !== after.userId) return to(next, "forget-user");
  return to(sameState(state, next) ? state : next);
}

function sameState(one: SessionState, other: SessionState): boolean {
  const parts = new Map<string, unknown>(Object.entries(other));
  const entries = Object.entries(one);
  return entries.length === parts.size && entries.every(([key, value]) => parts.get(key) === value);
}

function to(state: SessionState, ...effects: SessionEffect[]): Transition {
  return { state, effects };
}

function and(transition: Transition, ...effects: SessionEffect[]): Transition {
  return { state: transition.state, effects: [...transition.effects, ...effects] };
}
