/**
 * Nearest-rank percentile.
 *
 * @param share 0.95 for the 95th percentile.
 * @returns the smallest value that at least this share of all values reach; NaN if there are none.
 */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? Number.NaN;
}

/** The middle value; of an even number of values the lower of the two. NaN if there are none. */
export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** `value` as a multiple of `base`, as in "×0.31". */
export const timesOf = (value: number, base: number): string => `×${(value / base).toFixed(2)}`;
