import { persistSession } from "../lib/auth/persist-session.ts";
import { startSession } from "../lib/auth/start-session.ts";

/** Starts the session store; the query cache loads on first use. */
export function startPageSession(): void {
  startSession({
    retryFailed: () => void import("./query-client.ts").then((cache) => cache.retryAfterRefresh()),
    refetchAll: () => void import("./query-client.ts").then((cache) => cache.refetchEverything()),
    persist: (state, latest) => void persistSession(state, { latest }),
  });
}
