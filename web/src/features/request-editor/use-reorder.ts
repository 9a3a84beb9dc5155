import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { holdPointer } from "./hold-pointer.ts";
import {
  type Lift,
  liftMoved,
  reorderAnnouncements,
  type LiftMove,
  shownAt,
  slotAt,
} from "./reorder.models.ts";

interface ReorderOptions {
  list: RefObject<HTMLElement | null>;
  titles: readonly string[];
  onMove: (from: number, to: number) => void;
}

const moves: Readonly<Record<string, LiftMove>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "first",
  End: "last",
};

/** Distance from the window's edge at which dragging scrolls, and the step. Pixels. */
const edge = 64;
const scrollStep = 14;

/**
 * Reorders items by pointer, touch or keyboard. During a move only displayed positions change (`placeOf`); the list changes
 * on drop, so that focus and pointer keep their element. Rows are the list's children with `data-row`, and the handles
 * inside them have `data-grip`.
 */
export function useReorder({ list, titles, onMove }: ReorderOptions) {
  const [lift, setLift] = useState<Lift | null>(null);
  const [announced, setAnnounced] = useState("");
  const count = titles.length;
  const titleOf = (index: number) => titles[index] ?? "";
  const stopHolding = useRef<() => void>(undefined);
  useEffect(() => () => stopHolding.current?.(), []);

  const pickUp = (index: number) => {
    const taken = { from: index, to: index };
    setLift(taken);
    setAnnounced(reorderAnnouncements.pickedUp(titleOf(index), taken, count));
  };
  const carry = (next: Lift) => {
    if (next.to === lift?.to) return;
    setLift(next);
    setAnnounced(reorderAnnouncements.moved(titleOf(next.from), next, count));
  };
  const drop = (done: Lift) => {
    setLift(null);
    setAnnounced(reorderAnnouncements.dropped(titleOf(done.from), done, count));
    if (done.from !== done.to) onMove(done.from, done.to);
    focusGripLater(list, done.to);
  };
  const cancel = (given: Lift) => {
    setLift(null);
    setAnnounced(reorderAnnouncements.cancelled(titleOf(given.from), given, count));
  };

  const handleGripKey = (index: number) => (event: KeyboardEvent) => {
    const isToggle = event.key === " " || event.key === "Enter";
    if (!lift && !isToggle) return;
    const move = moves[event.key];
    if (isToggle) {
      if (lift) drop(lift);
      else pickUp(index);
    } else if (lift && event.key === "Escape") cancel(lift);
    else if (lift && move) carry(liftMoved(lift, move, count));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** Alt with an arrow key moves an item at once. */
  const handleRowKey = (index: number) => (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (!event.altKey || !move || lift) return;
    event.preventDefault();
    const next = liftMoved({ from: index, to: index }, move, count);
    if (next.to === index) return;
    setAnnounced(reorderAnnouncements.moved(titleOf(index), next, count));
    onMove(next.from, next.to);
    focusGripLater(list, next.to);
  };

  const handleGripPointer = (index: number) => (event: PointerEvent) => {
    if (event.button !== 0 || lift) return;
    let held: Lift = { from: index, to: index };
    setLift(held);
    const stop = holdPointer({
      pointerId: event.pointerId,
      onMove: (y) => {
        scrollNearEdge(y);
        const to = slotAt(y, middlesOf(list.current), held.to);
        if (to === held.to) return;
        held = { ...held, to };
        setLift(held);
      },
      onRelease: () => {
        stopHolding.current = undefined;
        drop(held);
      },
      onCancel: () => {
        stopHolding.current = undefined;
        cancel(held);
      },
    });
    stopHolding.current = stop;
  };

  return {
    announced,
    isLifted: (index: number) => lift?.from === index,
    placeOf: (index: number) => shownAt(index, lift),
    rowProps: (index: number) => ({ "data-row": shownAt(index, lift), onKeyDown: handleRowKey(index) }),
    gripProps: (index: number) => ({
      "data-grip": "",
      "aria-pressed": lift?.from === index,
      onKeyDown: handleGripKey(index),
      onPointerDown: handleGripPointer(index),
      onBlur: () => lift?.from === index && !stopHolding.current && cancel(lift),
    }),
  };
}

/** Vertical middles of the rows in displayed order. */
function middlesOf(list: HTMLElement | null): number[] {
  return [...(list?.querySelectorAll<HTMLElement>("[data-row]") ?? [])]
    .toSorted((a, b) => Number(a.dataset["row"]) - Number(b.dataset["row"]))
    .map((row) => row.getBoundingClientRect())
    .map((box) => box.top + box.height / 2);
}

function scrollNearEdge(y: number): void {
  if (y < edge) scrollBy(0, -scrollStep);
  if (y > innerHeight - edge) scrollBy(0, scrollStep);
}

/** Moving an element in the DOM removes its focus, so focus it again after rendering. */
function focusGripLater(list: RefObject<HTMLElement | null>, index: number): void {
  requestAnimationFrame(() => {
    list.current?.querySelector<HTMLElement>(`[data-row="${index}"] [data-grip]`)?.focus();
  });
}
