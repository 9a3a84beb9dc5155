import { printLine } from "../print-line.ts";

export interface TallyResult {
  passed: number;
  failed: number;
}

/** Counts the passed checks of one kind and prints each problem when it is found. */
export interface Tally {
  /** Counts `weight` checks, of which as many failed as there are problems. */
  add: (name: string, problems: readonly string[], weight?: number) => void;
  /** Adds the duration of `work` to the printed time. */
  time: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Prints the totals. Times of parallel lanes add up. */
  end: () => TallyResult;
}

export function createTally(title: string): Tally {
  let total = 0;
  let passed = 0;
  let spentMs = 0;
  return {
    add: (name, problems, weight = 1) => {
      total += weight;
      passed += Math.max(0, weight - problems.length);
      for (const problem of problems) printLine(`${name}: ${problem}`);
    },
    time: async (work) => {
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        spentMs += performance.now() - startedAt;
      }
    },
    end: () => {
      printLine(`${passed} of ${total} ${title} (${Math.round(spentMs / 1000)} s of work)`);
      return { passed, failed: total - passed };
    },
  };
}
