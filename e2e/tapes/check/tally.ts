import { say } from "../say.ts";

/** Counts what went well of a kind, and says at once what did not. */
export interface Tally {
  /** `weight` things went well, unless there are problems. */
  add: (name: string, problems: readonly string[], weight?: number) => void;
  /** Says "n of n" and whether that is all. */
  end: () => boolean;
}

export function startTally(what: string): Tally {
  const began = performance.now();
  let all = 0;
  let good = 0;
  return {
    add: (name, problems, weight = 1) => {
      all += weight;
      good += Math.max(0, weight - problems.length);
      for (const problem of problems) say(`${name}: ${problem}`);
    },
    end: () => {
      const seconds = Math.round((performance.now() - began) / 1000);
      say(`${good} of ${all} ${what} (${seconds} s)`);
      return good === all;
    },
  };
}
