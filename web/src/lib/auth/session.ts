import { useSyncExternalStore } from "react";
import type { SignInReason } from "@sheaf/contract/pages";

/** Identity of a session, with the parts that distinguish two sessions. */
export interface Identity {
  readonly userId: string;
  readonly email: string;
  readonly sessionId: string;
  readonly aal: "aal1" | "aal2";
}

/**
 * - `unknown`: still loading, or a session cookie exists but the service cannot be reached (`offline`).
 * - `out`: signed out; `reason` is set if a session ended.
 * - `in`: signed in.
 * - `needs-second-factor`: the account has a second factor that this session has not verified.
 * - `must-enroll`: a backup code was used; no data can be read until a new authenticator app is set up.
 * - `recovering`: opened by a reset link, new password not set yet. An account with a second factor has to verify it
 *   first.
 */
export type SessionState =
  | { readonly status: "unknown"; readonly offline: boolean }
  | { readonly status: "out"; readonly reason?: SignInReason }
  | ({ readonly status: "in" } & Identity)
  | ({ readonly status: "needs-second-factor" } & Identity)
  | ({ readonly status: "must-enroll" } & Identity)
  | ({
      readonly status: "recovering";
      readonly needsSecondFactor: boolean;
      readonly mustEnroll: boolean;
    } & Identity);

const unsettled: SessionState = { status: "unknown", offline: false };
let current: SessionState = unsettled;
const listeners = new Set<() => void>();

export function getSession(): SessionState {
  return current;
}

/** Only for `start-session.ts`; everything else reads. */
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

/** True if a new authenticator app has to be set up first. */
export function mustEnroll(state: SessionState): boolean {
  return state.status === "must-enroll" || (state.status === "recovering" && state.mustEnroll);
}

/** Identity of the state's session, if any. */
export function identityOf(state: SessionState): Identity | undefined {
  return state.status === "unknown" || state.status === "out" ? undefined : state;
}

const leaving = new Set<() => void>();

/** Calls `drop` when the user signs out or changes; everything that holds personal data registers here. */
export function whenUserLeaves(drop: () => void): () => void {
  leaving.add(drop);
  return () => leaving.delete(drop);
}

/** Only for `start-session.ts`. */
export function userLeft(): void {
  for (const drop of leaving) drop();
}
