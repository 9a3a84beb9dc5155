import { panelEdge, type PanelEdge, rememberPanelEdge } from "@sheaf/mocks/browser/page-storage";
import { type PointerEvent, useRef, useState } from "react";

/** A press that moves less is a click. Pixels. */
const dragThreshold = 8;

/** The edge of the window at which the panel lies. Dragging the bar into the other half of the window changes it. */
export function useEdge() {
  const [edge, setEdge] = useState(panelEdge);
  const pressedAt = useRef<number>(undefined);
  const move = (to: PanelEdge) => {
    setEdge(to);
    rememberPanelEdge(to);
  };
  const drag = {
    onPointerDown: ({ clientY, isPrimary, button }: PointerEvent) => {
      if (isPrimary && button === 0) pressedAt.current = clientY;
    },
    onPointerMove: ({ clientY, currentTarget, pointerId }: PointerEvent) => {
      if (pressedAt.current === undefined || Math.abs(clientY - pressedAt.current) < dragThreshold) return;
      // The bar receives the click that ends a drag, so that its buttons aren't pressed.
      currentTarget.setPointerCapture(pointerId);
      const to = clientY < window.innerHeight / 2 ? "top" : "bottom";
      if (to !== edge) move(to);
    },
    onPointerUp: () => {
      pressedAt.current = undefined;
    },
    onPointerCancel: () => {
      pressedAt.current = undefined;
    },
  };
  return { edge, move, drag };
}
