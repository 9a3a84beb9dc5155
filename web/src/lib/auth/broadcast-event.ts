import { type AuthEvent, authEvents } from "@sheaf/contract/auth-events";
import type { Session } from "@supabase/supabase-js";
import { ownCookieNames } from "../cookies.ts";

/**
 * Sends an event to every auth client listener, in this tab and in others, for changes made by the sidecar. The
 * client's `BroadcastChannel` is named after its storage key and accepts `{ event, session }`; this is undocumented
 * and covered by a test.
 */
export function broadcastEvent(event: AuthEvent, session: Session | null): void {
  const channel = new BroadcastChannel(ownCookieNames().session);
  channel.postMessage({ event, session });
  channel.close();
}

/**
 * Clears the client's cached refresh failure. After a failed refresh the client returns the same error for a minute,
 * even if the network is back; a broadcast `TOKEN_REFRESHED` clears it. Listeners receive that event without a
 * session.
 */
export function forgetFailedRefresh(): void {
  broadcastEvent("TOKEN_REFRESHED", null);
}

/** Hears the events of other tabs while the auth client, which listens to the same channel, hasn't loaded. */
export function hearTabs(
  listener: (event: AuthEvent, session: Session | null) => void,
  signal: AbortSignal,
): void {
  const channel = new BroadcastChannel(ownCookieNames().session);
  channel.addEventListener(
    "message",
    ({ data }: MessageEvent<{ event: string; session: Session | null }>) => {
      const event = authEvents.find((name) => name === data.event);
      if (event) listener(event, data.session);
    },
  );
  signal.addEventListener("abort", () => channel.close());
}
