/** A line taken up to be put elsewhere: where it lay and where it would lie if put down now. */
export interface Lift {
  from: number;
  to: number;
}

export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const [taken] = list.slice(from, from + 1);
  return taken === undefined ? [...list] : list.toSpliced(from, 1).toSpliced(to, 0, taken);
}

/** Where the line at `index` is shown while another is lifted; the list itself changes only when it is put down. */
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
 * Where a line dragged to `y` belongs: before the first line whose middle lies below the pointer.
 * @param middles vertical middles of the lines in the order they are shown, in the same pixels as `y`.
 */
export function slotAt(y: number, middles: readonly number[], current: number): number {
  const above = middles.filter((middle, shown) => shown !== current && middle < y).length;
  return clamp(above, middles.length);
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(count - 1, index));
}

/** Sentences for people who hear what others see. */
export const liftWords = {
  lifted: (title: string, { to }: Lift, count: number) =>
    `${title}, lifted. Position ${to + 1} of ${count}. Arrow keys move it, space puts it down, Escape cancels.`,
  moved: (title: string, { to }: Lift, count: number) => `${title}, position ${to + 1} of ${count}.`,
  dropped: (title: string, { to }: Lift, count: number) =>
    `${title}, put down at position ${to + 1} of ${count}.`,
  cancelled: (title: string, { from }: Lift, count: number) =>
    `${title} is back at position ${from + 1} of ${count}.`,
} as const;
