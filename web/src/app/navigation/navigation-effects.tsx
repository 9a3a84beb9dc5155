import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { useScrollRestoration } from "./scroll-restoration.ts";

/** After a navigation the keyboard and the screen reader start at the new page's heading, and the page at its top. */
export function NavigationEffects() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useScrollRestoration();

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    focusPage();
  }, [pathname]);
  return null;
}

function focusPage(): void {
  const main = document.querySelector<HTMLElement>("main");
  // A page that has put focus somewhere itself, in its one field say, knows better.
  if (!main || (main !== document.activeElement && main.contains(document.activeElement))) return;
  const target = main.querySelector<HTMLElement>("h1") ?? main;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
