import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

/** Duration of `time-factor.worker.ts` on an idle core of the machine that the time limits were set on. */
const referenceMs = 250;

/**
 * Current slowdown of this machine relative to the reference, at least 1. Measures two busy cores, as during tests, and
 * uses the slower one. Time limits in tests are multiplied by it, so that they hold on a busy machine.
 */
export async function measureTimeFactor(): Promise<number> {
  const cores = Math.min(2, availableParallelism());
  const times = await Promise.all(Array.from({ length: cores }, runOnce));
  return Math.max(1, Math.round((Math.max(...times) / referenceMs) * 10) / 10);
}

function runOnce(): Promise<number> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("time-factor.worker.ts", import.meta.url));
    worker.once("message", ({ ms }: { ms: number }) => resolve(ms));
    worker.once("error", reject);
  });
}
