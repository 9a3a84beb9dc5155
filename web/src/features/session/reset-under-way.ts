import { tabStore } from "../../lib/browser-store.ts";
import type { SessionState } from "../../lib/session.ts";

const key = "sheaf:reset";

/** The session whose reset this tab was in the middle of; the sidecar says so once, and a page may be loaded again. */
export function resetUnderWay(): string | null {
  return tabStore.read(key);
}

/** Keeps or forgets it, as the state says. What is not known yet changes nothing. */
export function keepReset(state: SessionState): void {
  if (state.status === "unknown") return;
  tabStore.write(key, state.status === "recovering" ? state.sessionId : undefined);
}
