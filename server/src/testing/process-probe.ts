import process from "node:process";
import { peakMemory } from "./peak-memory.ts";

/**
 * Preloaded by tests into the process of the sidecar or the worker: reports memory after a garbage collection, peak memory
 * and processor time, and raises errors on demand.
 */
process.on("message", (wanted) => {
  if (wanted === "heap") {
    globalThis.gc?.();
    process.send?.(process.memoryUsage().heapUsed);
  }
  if (wanted === "resident") {
    globalThis.gc?.();
    process.send?.(process.memoryUsage.rss());
  }
  if (wanted === "cpu") {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  }
  if (wanted === "peak") process.send?.(peakMemory());
  if (wanted === "rejection") void Promise.reject(new TypeError("rejected-secret"));
  if (wanted === "exception") setImmediate(throwSomething);
});
process.channel?.unref();
// The parent has died without stopping this process.
process.once("disconnect", () => process.exit());

function throwSomething(): void {
  throw new RangeError("thrown-secret");
}
