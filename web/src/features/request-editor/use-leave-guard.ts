import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";

/** Continues on the way that was stopped. */
type Onward = () => void;

/**
 * Stops every way out of a page while `armed`: its links, back and forward, and closing the window (where the browser
 * asks in words of its own). The router without a data layer has no blocker, so the events are caught before it sees them.
 */
export function useLeaveGuard(armed: boolean) {
  const navigate = useNavigate();
  const [onward, setOnward] = useState<{ go: Onward } | null>(null);
  const here = useRef(0);
  const isLeaving = useRef(false);

  useEffect(() => {
    if (!armed) return undefined;
    here.current = entryIndex(history.state);
    isLeaving.current = false;
    let returning = false;

    const handleUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const handleClick = (event: MouseEvent) => {
      const href = plainLink(event);
      if (href === null) return;
      event.preventDefault();
      event.stopPropagation();
      setOnward({ go: () => void navigate(href) });
    };
    const handlePop = (event: PopStateEvent) => {
      if (isLeaving.current) return;
      if (returning) {
        returning = false;
        event.stopImmediatePropagation();
        return;
      }
      const steps = entryIndex(event.state) - here.current;
      if (steps === 0) return;
      event.stopImmediatePropagation();
      returning = true;
      history.go(-steps);
      setOnward({ go: () => history.go(steps) });
    };

    addEventListener("beforeunload", handleUnload);
    document.addEventListener("click", handleClick, true);
    addEventListener("popstate", handlePop, true);
    return () => {
      removeEventListener("beforeunload", handleUnload);
      document.removeEventListener("click", handleClick, true);
      removeEventListener("popstate", handlePop, true);
    };
  }, [armed, navigate]);

  return {
    isAsking: onward !== null,
    stay: () => setOnward(null),
    leave: () => {
      isLeaving.current = true;
      setOnward(null);
      onward?.go();
    },
  };
}

/** The router numbers its entries of the browser's history. */
function entryIndex(state: unknown): number {
  const index: unknown = typeof state === "object" && state !== null ? Reflect.get(state, "idx") : undefined;
  return typeof index === "number" ? index : 0;
}

/** Where a click leads inside this site, in this window; null for every other click. */
function plainLink(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target === "_blank" || link.hasAttribute("download") || link.origin !== location.origin)
    return null;
  if (link.pathname === location.pathname && link.hash !== "") return null;
  return link.pathname + link.search + link.hash;
}
