import type { PanelEdge } from "@sheaf/mocks/browser/page-storage";
import { type RefObject, useLayoutEffect } from "react";

/** Tells the page's style sheets how much of the window the panel takes at its edge. */
export function useReservedRoom(panel: RefObject<HTMLElement | null>, edge: PanelEdge): void {
  useLayoutEffect(() => {
    const { current } = panel;
    if (!current) return undefined;
    const { style } = document.documentElement;
    const reserve = () => {
      const height = `${current.getBoundingClientRect().height}px`;
      style.setProperty("--qa-top", edge === "top" ? height : "0px");
      style.setProperty("--qa-bottom", edge === "bottom" ? height : "0px");
    };
    reserve();
    const observer = new ResizeObserver(reserve);
    observer.observe(current);
    return () => observer.disconnect();
  }, [panel, edge]);
}
