import type { AuthEvent } from "@sheaf/contract/auth-events";
import type { SignInReason } from "@sheaf/contract/pages";

/** Something the person did in this tab, which an event will tell of. */
export interface OwnAct {
  /** What the sign-in page says afterwards, where it is not the usual. */
  readonly reason?: SignInReason | undefined;
}

const acts = new Map<AuthEvent, OwnAct>();

/** Says that the next event of this kind comes from something the person did in this tab. */
export function announceOwnAct(event: AuthEvent, act: OwnAct = {}): void {
  acts.set(event, act);
}

/** What was announced of this event; told once per announcement. */
export function takeOwnAct(event: AuthEvent): OwnAct | undefined {
  const act = acts.get(event);
  acts.delete(event);
  return act;
}
