import { useEffect, useRef, useState } from "react";
import { useNavigate } from "../../lib/navigation.tsx";
import { navigation } from "./navigation.ts";

/** Resumes the blocked navigation. */
type Resume = () => void;

/**
 * Blocks links, back and forward, and closing the window while `armed`. Browsers without the Navigation API don't ask on back and forward.
 */
export function useLeaveGuard(armed: boolean) {
  const navigate = useNavigate();
  const [onward, setOnward] = useState<{ go: Resume } | null>(null);
  const isLeaving = useRef(false);

  useEffect(() => {
    if (!armed) return undefined;
    isLeaving.current = false;
    const stopping = new AbortController();
    const { signal } = stopping;

    addEventListener("beforeunload", (event) => event.preventDefault(), { signal });
    document.addEventListener(
      "click",
      (event) => {
        const href = plainLink(event);
        if (href === null) return;
        event.preventDefault();
        event.stopPropagation();
        setOnward({ go: () => navigate(href) });
      },
      { signal, capture: true },
    );
    navigation()?.addEventListener(
      "navigate",
      (event) => {
        if (event.navigationType !== "traverse" || !event.cancelable || isLeaving.current) return;
        event.preventDefault();
        const { key } = event.destination;
        setOnward({ go: () => void navigation()?.traverseTo(key) });
      },
      { signal },
    );
    return () => stopping.abort();
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

/** Target of a click that navigates within this site and window; null for any other click. */
function plainLink(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target === "_blank" || link.hasAttribute("download") || link.origin !== location.origin)
    return null;
  if (link.pathname === location.pathname && link.hash !== "") return null;
  return link.pathname + link.search + link.hash;
}
