import { useEffect } from "react";
import { checkSession } from "../data/account/check-session.ts";
import { useSession } from "../lib/session.ts";

/** Milliseconds between two questions, however often somebody comes and goes. */
const pause = 10_000;

/**
 * A session that was ended from another device reads nothing, which looks like an empty list. So the service is asked
 * whether it still stands: when a page opens, and when the person comes back to it.
 */
export function SessionCheck() {
  const session = useSession();
  // One that still waits for its second factor is asked about by the page that waits.
  const sessionId = session.status === "in" ? session.sessionId : undefined;

  useEffect(() => {
    if (sessionId === undefined) return undefined;
    let askedAt = -Infinity;
    const ask = () => {
      if (document.visibilityState !== "visible" || performance.now() - askedAt < pause) return;
      askedAt = performance.now();
      void checkSession();
    };
    ask();
    addEventListener("focus", ask);
    document.addEventListener("visibilitychange", ask);
    return () => {
      removeEventListener("focus", ask);
      document.removeEventListener("visibilitychange", ask);
    };
  }, [sessionId]);
  return null;
}
