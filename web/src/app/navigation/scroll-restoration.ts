import { useEffect, useLayoutEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";

/** A list that grows while its data arrive is waited for this long before the place is given up. Milliseconds. */
const patience = 2000;

/** New pages start at the top; going back or forward returns to where the page was left. */
export function useScrollRestoration(): void {
  const { key, pathname } = useLocation();
  const direction = useNavigationType();
  const places = useRef(new Map<string, number>());
  const lastPath = useRef(pathname);

  useEffect(() => {
    history.scrollRestoration = "manual";
  }, []);

  useLayoutEffect(() => {
    const samePage = lastPath.current === pathname;
    lastPath.current = pathname;
    const place = places.current.get(key);
    const stop = direction === NavigationType.Pop && place !== undefined ? returnTo(place) : undefined;
    // A filter or a search changes the address and leaves the reader where they are.
    if (direction !== NavigationType.Pop && !samePage) scrollTo(0, 0);

    const remember = () => places.current.set(key, scrollY);
    addEventListener("scroll", remember, { passive: true });
    return () => {
      removeEventListener("scroll", remember);
      stop?.();
    };
  }, [key, pathname, direction]);
}

/** Scrolls to `place` now and while the page grows, until it is reached, the reader moves, or patience ends. */
function returnTo(place: number): () => void {
  const ended = new AbortController();
  const stop = () => ended.abort();
  const go = () => {
    scrollTo(0, place);
    if (Math.abs(scrollY - place) < 2) stop();
  };
  const observer = new ResizeObserver(go);
  const timer = setTimeout(stop, patience);
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
