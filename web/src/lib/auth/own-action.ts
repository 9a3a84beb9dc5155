import type { AuthEvent } from "@sheaf/contract/auth-events";
import type { SignInReason } from "@sheaf/contract/pages";

/** Action in this tab that will cause an auth event. */
export interface OwnAction {
  /** Reason shown on the sign-in page instead of the default. */
  readonly reason?: SignInReason | undefined;
}

const actions = new Map<AuthEvent, OwnAction>();

/** Marks the next event of this kind as caused by this tab. */
export function announceOwnAction(event: AuthEvent, action: OwnAction = {}): void {
  actions.set(event, action);
}

/** Returns and clears the announced action for this event. */
export function takeOwnAction(event: AuthEvent): OwnAction | undefined {
  const action = actions.get(event);
  actions.delete(event);
  return action;
}
