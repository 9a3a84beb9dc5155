import { printLine } from "../print-line.ts";

export interface Problem {
  /** Name of the flow, or of what was checked. */
  name: string;
  message: string;
}

export interface TallyResult {
  passed: number;
  failed: Problem[];
  /** Problems of checks that passed when tried again; those aren't counted in `passed`. */
  flaky: Problem[];
}

/** Counts the passed checks of one kind and prints each problem when it is found. */
export interface Tally {
  /** Counts `weight` checks, of which as many failed as there are problems. */
  add: (name: string, problems: readonly string[], weight?: number) => void;
  /** Counts a check that passed when tried again, and says what was wrong at first. */
  addFlaky: (name: string, problems: readonly string[]) => void;
  /** Adds the duration of `work` to the printed time. */
  time: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Prints the totals. Times of parallel lanes add up. */
  end: () => TallyResult;
}

export function createTally(title: string): Tally {
  const failed: Problem[] = [];
  const flaky: Problem[] = [];
  let passed = 0;
  let spentMs = 0;
  return {
    add: (name, problems, weight = 1) => {
      passed += Math.max(0, weight - problems.length);
      for (const message of problems) {
        failed.push({ name, message });
        printLine(`${name}: ${message}`);
      }
    },
    addFlaky: (name, problems) => {
      flaky.push({ name, message: problems.join("\n") });
      for (const problem of problems) printLine(`${name}, which passed when tried again: ${problem}`);
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
      const total = passed + failed.length + flaky.length;
      printLine(`${passed + flaky.length} of ${total} ${title} (${Math.round(spentMs / 1000)} s of work)`);
      return { passed, failed, flaky };
    },
  };
}
