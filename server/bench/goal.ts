export interface Goal {
  name: string;
  measured: string;
  goal: string;
  isMet: boolean;
}

/** A figure that may be at most so large. */
export const atMost = (name: string, measured: number, most: number, digits = 0): Goal => ({
  name,
  measured: measured.toFixed(digits),
  goal: most === 0 ? "0" : `≤ ${most}`,
  isMet: measured <= most,
});

/** A figure that must be at least so large. */
export const atLeast = (name: string, measured: number, least: number, digits = 0): Goal => ({
  name,
  measured: measured.toFixed(digits),
  goal: `≥ ${least}`,
  isMet: measured >= least,
});
