/** An item being moved: its original position and the one it would be dropped at. */
export interface Lift {
  from: number;
  to: number;
}

export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const [taken] = list.slice(from, from + 1);
  return taken === undefined ? [...list] : list.toSpliced(from, 1).toSpliced(to, 0, taken);
}

/** Displayed position of the item at `index` during a move. The list itself changes only on drop. */
export function shownAt(index: number, lift: Lift | null): number {
  if (!lift) return index;
  if (index === lift.from) return lift.to;
  if (lift.from < index && index <= lift.to) return index - 1;
  if (lift.to <= index && index < lift.from) return index + 1;
  return index;
}

export type LiftMove = "up" | "down" | "first" | "last";

export function liftMoved(lift: Lift, move: LiftMove, count: number): Lift {
  const target = { up: lift.to - 1, down: lift.to + 1, first: 0, last: count - 1 }[move];
  return { ...lift, to: clamp(target, count) };
}

/**
 * Position of an item dragged to `y`: before the first item whose middle is below the pointer.
 * @param middles vertical middles of the items in displayed order, in the same pixels as `y`.
 */
export function slotAt(y: number, middles: readonly number[], current: number): number {
  const above = middles.filter((middle, shown) => shown !== current && middle < y).length;
  return clamp(above, middles.length);
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(count - 1, index));
}

/** Announcements for screen readers. */
export const reorderAnnouncements = {
  pickedUp: (title: string, { to }: Lift, count: number) =>
    `${title}, picked up. Position ${to + 1} of ${count}. Arrow keys move it, space drops it, Escape cancels.`,
  moved: (title: string, { to }: Lift, count: number) => `${title}, position ${to + 1} of ${count}.`,
  dropped: (title: string, { to }: Lift, count: number) =>
    `${title}, dropped at position ${to + 1} of ${count}.`,
  cancelled: (title: string, { from }: Lift, count: number) =>
    `${title} is back at position ${from + 1} of ${count}.`,
} as const;
