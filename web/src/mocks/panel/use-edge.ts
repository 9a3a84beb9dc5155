import { panelEdge, type PanelEdge, rememberPanelEdge } from "@sheaf/mocks/browser/page-storage";
import { type PointerEvent as PressEvent, useState } from "react";

/** A press that moves less is a click. Pixels. */
const dragThreshold = 8;

/** The edge of the window at which the panel lies. Dragging the bar into the other half of the window changes it. */
export function useEdge() {
  const [edge, setEdge] = useState(panelEdge);
  const move = (to: PanelEdge) => {
    setEdge(to);
    rememberPanelEdge(to);
  };
  return { edge, move, startDrag: (press: PressEvent) => followDrag(press, move) };
}

/** Listens on the window, because the pointer leaves the bar, and a captured pointer would press no button in it. */
function followDrag({ clientY: from, button }: PressEvent, move: (to: PanelEdge) => void): void {
  if (button !== 0) return;
  const drag = new AbortController();
  const { signal } = drag;
  let isDragged = false;
  const follow = ({ clientY }: PointerEvent) => {
    isDragged ||= Math.abs(clientY - from) >= dragThreshold;
    if (isDragged) move(clientY < window.innerHeight / 2 ? "top" : "bottom");
  };
  const end = () => {
    drag.abort();
    if (isDragged) ignoreNextClick();
  };
  window.addEventListener("pointermove", follow, { signal });
  window.addEventListener("pointerup", end, { signal });
  window.addEventListener("pointercancel", end, { signal });
}

/** Releasing the pointer over a button would press it. The click, if any, follows at once. */
function ignoreNextClick(): void {
  const ignore = (event: Event) => event.stopPropagation();
  window.addEventListener("click", ignore, { capture: true });
  setTimeout(() => window.removeEventListener("click", ignore, { capture: true }));
}
