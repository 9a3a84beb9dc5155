import { tabStore } from "../browser-store.ts";
import type { SessionState } from "./session.ts";

const key = "sheaf:reset";

/**
 * Id of the session with a pending password reset in this tab. Saved because the flash cookie does not survive a
 * reload.
 */
export function pendingReset(): string | null {
  return tabStore.read(key);
}

/** Saves or clears the pending reset; an unknown state changes nothing. */
export function savePendingReset(state: SessionState): void {
  if (state.status === "unknown") return;
  tabStore.write(key, state.status === "recovering" ? state.sessionId : undefined);
}
