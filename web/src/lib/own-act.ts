import type { AuthEvent } from "@sheaf/contract/auth-events";

const acts = new Set<AuthEvent>();

/** Says that the next event of this kind comes from something the person did in this tab. */
export function announceOwnAct(event: AuthEvent): void {
  acts.add(event);
}

/** Whether this event was announced; asked once per event. */
export function isOwnAct(event: AuthEvent): boolean {
  return acts.delete(event);
}
