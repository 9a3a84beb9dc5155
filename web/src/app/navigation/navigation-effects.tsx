import { useEffect, useRef } from "react";
import { useLocation } from "../../lib/navigation.tsx";
import { useScrollRestoration } from "./scroll-restoration.ts";

/** After a navigation, moves focus to the new page's heading and restores the scroll position. */
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
  // Don't override focus that the page has set itself, such as on its only field.
  if (!main || (main !== document.activeElement && main.contains(document.activeElement))) return;
  const target = main.querySelector<HTMLElement>("h1") ?? main;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
