import type { AuthEvent } from "@sheaf/contract/auth-events";
import type { Flash } from "@sheaf/contract/sidecar";
import type { OwnAct } from "../../lib/own-act.ts";
import { identityOf, type Identity, type SessionState } from "../../lib/session.ts";

/** Somebody as a session tells them, and whether the account asks for more than this session has shown. */
export interface Who extends Identity {
  readonly needsSecondFactor: boolean;
}

export type SessionInput =
  /** The page starts. `cookie`: a session can be read here; `flash`: the sidecar says that it has just written one. */
  | { type: "start"; cookie: boolean; flash: boolean }
  /** The session could not be settled in time. */
  | { type: "slow" }
  | {
      type: "event";
      event: AuthEvent;
      who: Who | null;
      /** A session is in the cookies now. */
      cookie: boolean;
      /** What the sidecar left for this page; read when the page settles who is there. */
      flash: Flash | null;
      /** The session whose reset this tab was in the middle of before it was loaded again. */
      resetOf: string | null;
      /** This very tab did it: pressed sign out, or used the reset link. */
      here: OwnAct | undefined;
    }
  /** The cookie was read again, on focus or on coming back; null when there is none. */
  | { type: "looked"; who: Who | null };

export type SessionEffect =
  /** Make the client, or have it read the session again. */
  | "connect"
  /** Ask again now and then until the service answers. */
  | "keep-trying"
  /** The client may have a better answer than the last one. */
  | "ask"
  /** Let go of everything that belongs to the former person. */
  | "forget-user"
  /** Reads that failed for want of a good token can be repeated. */
  | "retry-failed"
  /** The database shows more than before. */
  | "refetch-all"
  /** Tell every listener of the auth client what the sidecar's exchange was for: it cannot know. */
  | "announce-recovery"
  | "announce-update"
  /** Somebody came back from a mailed link or from a provider: next time the page says so. */
  | "remember-arrival"
  /** The session is new or was written anew: have the sidecar write it too, if that is due. */
  | "persist";

export interface Transition {
  state: SessionState;
  effects: readonly SessionEffect[];
}

/** What one input makes of the state. Pure; an unchanged state comes back as the same object. */
export function transition(state: SessionState, input: SessionInput): Transition {
  if (input.type === "event") return onEvent(state, input);
  if (input.type === "looked") return looked(state, input.who);
  if (input.type === "slow") {
    return to(state.status === "unknown" && !state.offline ? { status: "unknown", offline: true } : state);
  }
  if (input.cookie) return to({ status: "unknown", offline: false }, "connect");
  return to(input.flash ? notKept : { status: "out" });
}

/** The sign-in went well and the browser has thrown the session away: said as such, or it would be asked for again and again. */
const notKept = { status: "out", reason: "not-kept" } as const satisfies SessionState;

type EventInput = Extract<SessionInput, { type: "event" }>;

function onEvent(state: SessionState, input: EventInput): Transition {
  const { who } = input;
  if (input.event === "SIGNED_OUT") return nobody(state, input);
  if (!who) return withNobody(state, input);
  if (!input.cookie) return identityOf(state) ? gone(state) : to(notKept);
  return withSomebody(state, who, input)[input.event]();
}

function withNobody(state: SessionState, input: EventInput): Transition {
  if (input.event === "INITIAL_SESSION") return nobody(state, input);
  // A refresh without a session is the word that a failed one is forgotten.
  return input.event === "TOKEN_REFRESHED" && state.status !== "out" ? to(state, "ask") : to(state);
}

function withSomebody(state: SessionState, who: Who, input: EventInput) {
  const renewed = () => (state.status === "unknown" ? settled(state, who, input) : present(state, who));
  return {
    INITIAL_SESSION: () => settled(state, who, input),
    // The client says this first of all, and the page must not be shown for a moment as somebody else's.
    SIGNED_IN: renewed,
    TOKEN_REFRESHED: () => and(renewed(), "retry-failed", "persist"),
    USER_UPDATED: () => updated(state, who),
    PASSWORD_RECOVERY: () => (input.here ? recovering(state, who) : present(state, who)),
    MFA_CHALLENGE_VERIFIED: () => and(present(state, who), "refetch-all", "persist"),
  } satisfies Record<Exclude<AuthEvent, "SIGNED_OUT">, () => Transition>;
}

function settled(state: SessionState, who: Who, { flash, resetOf }: EventInput): Transition {
  if (resetOf === who.sessionId) return recovering(state, who);
  if (flash?.session_id !== who.sessionId) return present(state, who);
  if (flash.type === "recovery") return and(recovering(state, who), "announce-recovery");
  return and(present(state, who), flash.type === "sign-in" ? "remember-arrival" : "announce-update");
}

/** Somebody is signed in. The client says so again on every focus, so the same session is no news. */
function present(state: SessionState, who: Who): Transition {
  const { needsSecondFactor, ...identity } = who;
  const before = identityOf(state);
  if (state.status === "recovering" && state.sessionId === who.sessionId) {
    return settle(state, { status: "recovering", needsSecondFactor, ...identity });
  }
  const status = needsSecondFactor ? "needs-second-factor" : "in";
  const next = settle(state, { status, ...identity });
  return before?.sessionId === who.sessionId ? next : and(next, "persist");
}

/** Set in the middle of a reset, a new password ends it; whatever else changed, what is shown of the account is old. */
function updated(state: SessionState, who: Who): Transition {
  const reset = state.status === "recovering" && state.sessionId === who.sessionId;
  const { needsSecondFactor: _, ...identity } = who;
  return and(present(reset ? { status: "in", ...identity } : state, who), "refetch-all");
}

function recovering(state: SessionState, who: Who): Transition {
  return settle(state, { status: "recovering", ...who });
}

/**
 * No session. With a cookie still there it is not a sign-out: the service could not be asked, or another window
 * has just written a new session, which may be another person's: whoever was here is let go of first.
 */
function nobody(state: SessionState, { cookie, event, here }: EventInput): Transition {
  if (cookie) {
    const next = { status: "unknown", offline: state.status === "unknown" && state.offline } as const;
    return identityOf(state) ? to(next, "forget-user", "keep-trying") : to(next, "keep-trying");
  }
  if (state.status === "out") return to(state);
  const somebodyWas = identityOf(state) !== undefined || event === "SIGNED_OUT";
  if (!somebodyWas) return to({ status: "out" });
  return to({ status: "out", reason: here ? (here.reason ?? "signed-out") : "session-ended" }, "forget-user");
}

/** The service clears and writes cookies without telling any tab, so the cookie is compared with the state. */
function looked(state: SessionState, who: Who | null): Transition {
  if (!who) return gone(state);
  // The client settles what is not known yet; what the cookie says may have run out long ago.
  if (state.status === "unknown") return to(state);
  return state.status === "out" ? and(present(state, who), "connect") : present(state, who);
}

function gone(state: SessionState): Transition {
  if (state.status === "out") return to(state);
  if (state.status === "unknown") return to({ status: "out" });
  return to({ status: "out", reason: "session-ended" }, "forget-user");
}

/** The next state, or the very same object when it says nothing new. Former data goes when the person is another. */
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
