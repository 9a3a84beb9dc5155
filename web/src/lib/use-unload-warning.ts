import { useEffect } from "react";

/** Has the browser ask before a reload, a closed tab or another site takes away what was written and not sent. */
export function useUnloadWarning(armed: boolean): void {
  useEffect(() => {
    if (!armed) return undefined;
    const stopping = new AbortController();
    addEventListener("beforeunload", (event) => event.preventDefault(), { signal: stopping.signal });
    return () => stopping.abort();
  }, [armed]);
}
