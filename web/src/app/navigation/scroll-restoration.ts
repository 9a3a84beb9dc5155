import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation } from "../../lib/navigation.tsx";

/** Longest wait for a list to grow back to the saved scroll position. Milliseconds. */
const timeoutMs = 2000;

/** New pages start at the top; going back or forward restores the scroll position. */
export function useScrollRestoration(): void {
  const { key, pathname, direction } = useLocation();
  const places = useRef(new Map<string, number>());
  const lastPath = useRef(pathname);

  useEffect(() => {
    history.scrollRestoration = "manual";
  }, []);

  useLayoutEffect(() => {
    const samePage = lastPath.current === pathname;
    lastPath.current = pathname;
    const place = places.current.get(key);
    const stop = direction === "pop" && place !== undefined ? returnTo(place) : undefined;
    // Filters and searches change the URL but keep the scroll position.
    if (direction !== "pop" && !samePage) scrollTo(0, 0);

    const remember = () => places.current.set(key, scrollY);
    addEventListener("scroll", remember, { passive: true });
    return () => {
      removeEventListener("scroll", remember);
      stop?.();
    };
  }, [key, pathname, direction]);
}

/** Scrolls to `place` now and while the page grows, until it is reached, the user scrolls, or the timeout ends. */
function returnTo(place: number): () => void {
  const ended = new AbortController();
  const stop = () => ended.abort();
  const go = () => {
    scrollTo(0, place);
    if (Math.abs(scrollY - place) < 2) stop();
  };
  const observer = new ResizeObserver(go);
  const timer = setTimeout(stop, timeoutMs);
  ended.signal.addEventListener("abort", () => {
    observer.disconnect();
    clearTimeout(timer);
  });
  observer.observe(document.body);
  for (const move of ["wheel", "touchstart", "keydown"]) {
    addEventListener(move, stop, { passive: true, signal: ended.signal });
  }
  go();
  return stop;
}
