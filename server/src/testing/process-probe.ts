import process from "node:process";

/**
 * Preloaded into the sidecar's process by tests: reports memory after a garbage collection and processor time, and
 * raises errors on demand.
 */
process.on("message", (wanted) => {
  if (wanted === "heap") {
    globalThis.gc?.();
    process.send?.(process.memoryUsage().heapUsed);
  }
  if (wanted === "cpu") {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  }
  if (wanted === "rejection") void Promise.reject(new TypeError("rejected-secret"));
  if (wanted === "exception") setImmediate(throwSomething);
});
process.channel?.unref();

function throwSomething(): void {
  throw new RangeError("thrown-secret");
}
