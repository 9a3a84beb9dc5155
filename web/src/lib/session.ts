import { useSyncExternalStore } from "react";
import type { SignInReason } from "@sheaf/contract/pages";

/** Who is signed in, as far as the page must tell two sessions apart. */
export interface Identity {
  readonly userId: string;
  readonly email: string;
  readonly sessionId: string;
  readonly aal: "aal1" | "aal2";
}

/**
 * - `unknown`: still loading, or a session cookie is there and the service cannot be reached (`offline`).
 * - `out`: nobody; `reason` says why when somebody was.
 * - `in`: somebody.
 * - `needs-second-factor`: somebody whose account has a second factor that this session has not shown.
 * - `recovering`: somebody who came by a reset link and has not set the password yet; the service takes a new one
 *   from an account with a second factor only after that was shown.
 */
export type SessionState =
  | { readonly status: "unknown"; readonly offline: boolean }
  | { readonly status: "out"; readonly reason?: SignInReason }
  | ({ readonly status: "in" } & Identity)
  | ({ readonly status: "needs-second-factor" } & Identity)
  | ({ readonly status: "recovering"; readonly needsSecondFactor: boolean } & Identity);

const unsettled: SessionState = { status: "unknown", offline: false };
let current: SessionState = unsettled;
const listeners = new Set<() => void>();

export function getSession(): SessionState {
  return current;
}

/** For the session feature alone, which decides what the state is; everybody else reads. */
export function setSession(next: SessionState): void {
  if (next === current) return;
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): SessionState {
  return useSyncExternalStore(subscribe, getSession, () => unsettled);
}

/** The person behind a state, if there is one. */
export function identityOf(state: SessionState): Identity | undefined {
  return state.status === "unknown" || state.status === "out" ? undefined : state;
}

const leaving = new Set<() => void>();

/** Calls `drop` when the person who was signed in here is so no more: whatever holds their data lets go of it. */
export function whenUserLeaves(drop: () => void): () => void {
  leaving.add(drop);
  return () => leaving.delete(drop);
}

/** For the session feature alone. */
export function userLeft(): void {
  for (const drop of leaving) drop();
}
