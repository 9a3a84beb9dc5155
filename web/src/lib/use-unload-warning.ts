import { useEffect } from "react";

/** Makes the browser ask before a reload or navigation discards unsaved input. */
export function useUnloadWarning(armed: boolean): void {
  useEffect(() => {
    if (!armed) return undefined;
    const stopping = new AbortController();
    addEventListener("beforeunload", (event) => event.preventDefault(), { signal: stopping.signal });
    return () => stopping.abort();
  }, [armed]);
}
