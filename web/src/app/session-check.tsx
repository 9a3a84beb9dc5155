import { useEffect } from "react";
import { useSession } from "../lib/auth/session.ts";
import { untilShown } from "./query-client.ts";

/** Minimum time between two checks. Milliseconds. */
const pause = 10_000;

/**
 * Row-level security returns no rows for a revoked session, which looks like an empty list. So the service is asked
 * whether the session is still valid when a page opens and when it becomes visible again.
 */
export function SessionCheck() {
  const session = useSession();
  // The second-factor page checks sessions that still wait for it.
  const sessionId = session.status === "in" ? session.sessionId : undefined;

  useEffect(() => {
    if (sessionId === undefined) return undefined;
    let askedAt = -Infinity;
    const ask = () => {
      if (document.visibilityState !== "visible" || performance.now() - askedAt < pause) return;
      askedAt = performance.now();
      import("../data/account/check-session.ts").then(
        ({ checkSession }) => checkSession(),
        // Offline. The next focus asks again.
        () => (askedAt = -Infinity),
      );
    };
    const stopped = new AbortController();
    const { signal } = stopped;
    void untilShown().then(() => signal.aborted || ask());
    addEventListener("focus", ask, { signal });
    document.addEventListener("visibilitychange", ask, { signal });
    return () => stopped.abort();
  }, [sessionId]);
  return null;
}
