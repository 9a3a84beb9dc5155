import type { AuthEvent } from "@sheaf/contract/auth-events";
import type { Flash } from "@sheaf/contract/sidecar";
import { identityOf, type Identity, type SessionState } from "../../lib/session.ts";

/** Somebody as a session tells them, and whether the account asks for more than this session has shown. */
export interface Who extends Identity {
  readonly needsSecondFactor: boolean;
}

export type SessionInput =
  /** The page starts; `cookie` says whether a session cookie is there. */
  | { type: "start"; cookie: boolean }
  /** The session could not be settled in time. */
  | { type: "slow" }
  | {
      type: "event";
      event: AuthEvent;
      who: Who | null;
      /** A session cookie is there now. */
      cookie: boolean;
      /** What the sidecar left for this page; only read with `INITIAL_SESSION`. */
      flash: Flash | null;
      /** This very tab did it: pressed sign out, or used the reset link. */
      here: boolean;
    }
  /** The cookie was read again, on focus or on coming back; null when there is none. */
  | { type: "looked"; who: Who | null };

export type SessionEffect =
  /** Make the client, or have it read the session again. */
  | "connect"
  /** Ask again now and then until the service answers. */
  | "keep-trying"
  /** Let go of everything that belongs to the former person. */
  | "forget-user"
  /** Reads that failed for want of a good token can be repeated. */
  | "retry-failed"
  /** The database shows more than before. */
  | "refetch-all"
  /** Tell every listener of the auth client that a reset is under way. */
  | "announce-recovery"
  /** Somebody came by a link: next time the page says so. */
  | "remember-link";

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
  return input.cookie ? to({ status: "unknown", offline: false }, "connect") : to({ status: "out" });
}

type EventInput = Extract<SessionInput, { type: "event" }>;

function onEvent(state: SessionState, input: EventInput): Transition {
  const { who } = input;
  if (input.event === "SIGNED_OUT") return nobody(state, input);
  if (!who) return input.event === "INITIAL_SESSION" ? nobody(state, input) : to(state);
  return withSomebody(state, who, input)[input.event]();
}

function withSomebody(state: SessionState, who: Who, { flash, here }: EventInput) {
  return {
    INITIAL_SESSION: () => settled(state, who, flash),
    SIGNED_IN: () => present(state, who),
    TOKEN_REFRESHED: () => and(present(state, who), "retry-failed"),
    USER_UPDATED: () => present(state.status === "recovering" ? { ...state, status: "in" } : state, who),
    PASSWORD_RECOVERY: () => (here ? recovering(state, who) : present(state, who)),
    MFA_CHALLENGE_VERIFIED: () => and(present(state, who), "refetch-all"),
  } satisfies Record<Exclude<AuthEvent, "SIGNED_OUT">, () => Transition>;
}

function settled(state: SessionState, who: Who, flash: Flash | null): Transition {
  if (flash?.session_id !== who.sessionId) return present(state, who);
  if (flash.type === "recovery") return and(recovering(state, who), "announce-recovery");
  return flash.type === "sign-in" ? and(present(state, who), "remember-link") : present(state, who);
}

/** Somebody is signed in. The client says so again on every focus, so the same session is no news. */
function present(state: SessionState, who: Who): Transition {
  const { needsSecondFactor, ...identity } = who;
  const before = identityOf(state);
  if (state.status === "recovering" && state.sessionId === who.sessionId) return same(state, identity);
  const next = { status: needsSecondFactor ? "needs-second-factor" : "in", ...identity } as const;
  const transition = state.status === next.status ? same(state, identity, next) : to(next);
  return before && before.userId !== who.userId ? and(transition, "forget-user") : transition;
}

function recovering(state: SessionState, who: Who): Transition {
  const { needsSecondFactor: _, ...identity } = who;
  const before = identityOf(state);
  const next = to({ status: "recovering", ...identity });
  return before && before.userId !== who.userId ? and(next, "forget-user") : next;
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
  return to({ status: "out", reason: here ? "signed-out" : "session-ended" }, "forget-user");
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

function same(
  state: SessionState,
  identity: Identity,
  next: SessionState = { ...state, ...identity },
): Transition {
  const before = identityOf(state);
  const unchanged =
    before?.userId === identity.userId &&
    before.sessionId === identity.sessionId &&
    before.aal === identity.aal &&
    before.email === identity.email;
  return to(unchanged ? state : next);
}

function to(state: SessionState, ...effects: SessionEffect[]): Transition {
  return { state, effects };
}

function and(transition: Transition, ...effects: SessionEffect[]): Transition {
  return { state: transition.state, effects: [...transition.effects, ...effects] };
}
