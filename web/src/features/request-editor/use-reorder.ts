import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { holdPointer } from "./hold-pointer.ts";
import { type Lift, liftMoved, liftWords, type LiftMove, shownAt, slotAt } from "./reorder.models.ts";

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

/** Pixels from the window's edge within which a held line scrolls the page, and by how much each time. */
const edge = 64;
const scrollStep = 14;

/**
 * Puts lines into another order by pointer, finger or keyboard. While a line is lifted only places change (`placeOf`);
 * the list itself changes when it is put down, so that neither focus nor the held pointer loses its element.
 * Rows are the list's children with `data-row`; grips inside them carry `data-grip`.
 */
export function useReorder({ list, titles, onMove }: ReorderOptions) {
  const [lift, setLift] = useState<Lift | null>(null);
  const [said, setSaid] = useState("");
  const count = titles.length;
  const titleOf = (index: number) => titles[index] ?? "";
  const stopHolding = useRef<() => void>(undefined);
  useEffect(() => () => stopHolding.current?.(), []);

  const take = (index: number) => {
    const taken = { from: index, to: index };
    setLift(taken);
    setSaid(liftWords.lifted(titleOf(index), taken, count));
  };
  const carry = (next: Lift) => {
    if (next.to === lift?.to) return;
    setLift(next);
    setSaid(liftWords.moved(titleOf(next.from), next, count));
  };
  const putDown = (done: Lift) => {
    setLift(null);
    setSaid(liftWords.dropped(titleOf(done.from), done, count));
    if (done.from !== done.to) onMove(done.from, done.to);
    focusGripLater(list, done.to);
  };
  const giveUp = (given: Lift) => {
    setLift(null);
    setSaid(liftWords.cancelled(titleOf(given.from), given, count));
  };

  const handleGripKey = (index: number) => (event: KeyboardEvent) => {
    const isToggle = event.key === " " || event.key === "Enter";
    if (!lift && !isToggle) return;
    const move = moves[event.key];
    if (isToggle) {
      if (lift) putDown(lift);
      else take(index);
    } else if (lift && event.key === "Escape") giveUp(lift);
    else if (lift && move) carry(liftMoved(lift, move, count));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** Alt with an arrow moves a line at once, from anywhere in it. */
  const handleRowKey = (index: number) => (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (!event.altKey || !move || lift) return;
    event.preventDefault();
    const next = liftMoved({ from: index, to: index }, move, count);
    if (next.to === index) return;
    setSaid(liftWords.moved(titleOf(index), next, count));
    onMove(next.from, next.to);
    focusGripLater(list, next.to);
  };

  const handleGripPointer = (index: number) => (event: PointerEvent) => {
    if (event.button !== 0 || lift) return;
    let held: Lift = { from: index, to: index };
    setLift(held);
    const letGo = holdPointer({
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
        putDown(held);
      },
      onCancel: () => {
        stopHolding.current = undefined;
        giveUp(held);
      },
    });
    stopHolding.current = letGo;
  };

  return {
    said,
    isLifted: (index: number) => lift?.from === index,
    placeOf: (index: number) => shownAt(index, lift),
    rowProps: (index: number) => ({ "data-row": shownAt(index, lift), onKeyDown: handleRowKey(index) }),
    gripProps: (index: number) => ({
      "data-grip": "",
      "aria-pressed": lift?.from === index,
      onKeyDown: handleGripKey(index),
      onPointerDown: handleGripPointer(index),
      onBlur: () => lift?.from === index && !stopHolding.current && giveUp(lift),
    }),
  };
}

/** Vertical middles of the rows in the order they are shown. */
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

/** Moving an element in the page takes its focus away, so it is given back once the new order is drawn. */
function focusGripLater(list: RefObject<HTMLElement | null>, index: number): void {
  requestAnimationFrame(() => {
    list.current?.querySelector<HTMLElement>(`[data-row="${index}"] [data-grip]`)?.focus();
  });
}
