import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

/** Duration of `time-factor.worker.ts` on an idle core of the machine that the time limits were set on. */
const referenceMs = 200;

/**
 * How much slower than the reference this machine is right now, 1 at least: two cores are kept busy at once, as the
 * tests do, and the slower one counts. Time limits inside tests are multiplied by it, so none is set by hand for a
 * machine that is busy.
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
