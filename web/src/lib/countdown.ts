/** Minutes and seconds: 42 → "0:42", 75 → "1:15". */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Whole seconds from `now` until `then`, at least 0. Both in milliseconds. */
export function secondsBetween(now: number, then: number): number {
  return Math.max(0, Math.ceil((then - now) / 1000));
}
