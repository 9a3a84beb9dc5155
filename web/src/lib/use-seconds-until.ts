import { useEffect, useState } from "react";
import { secondsBetween } from "./countdown.ts";

/** Seconds until a moment (milliseconds since 1970), by the clock: a tab that was suspended catches up. */
export function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return secondsBetween(now, moment);
}
