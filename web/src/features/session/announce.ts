import type { AuthEvent } from "@sheaf/contract/auth-events";
import type { Session } from "@supabase/supabase-js";
import { ownCookieNames } from "../../lib/cookies.ts";

/**
 * Hands an event to every listener of the auth client, in this tab and in the others. The client's channel between
 * tabs takes `{ event, session }` under the name of its storage key; no documentation says so, a test does.
 *
 * For what happened in the sidecar, of which no client here can know.
 */
export function announce(event: AuthEvent, session: Session | null): void {
  const channel = new BroadcastChannel(ownCookieNames().session);
  channel.postMessage({ event, session });
  channel.close();
}

/**
 * Has the client forget that a refresh failed. After a failure it gives every caller the same failure for a minute,
 * which is long for somebody whose network is back; the news that a session was refreshed elsewhere ends that. Its
 * listeners then hear the event without a session.
 */
export function forgetFailedRefresh(): void {
  announce("TOKEN_REFRESHED", null);
}
