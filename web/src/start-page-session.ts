import { persistSession } from "./features/session/persist-session.ts";
import { startSession } from "./features/session/start-session.ts";

/** The session store of this page; what holds its data loads when there is something to do with it. */
export function startPageSession(): void {
  startSession({
    retryFailed: () => void import("./app/query-client.ts").then((cache) => cache.retryAfterRefresh()),
    refetchAll: () => void import("./app/query-client.ts").then((cache) => cache.refetchEverything()),
    persist: (state, latest) => void persistSession(state, { latest }),
  });
}
