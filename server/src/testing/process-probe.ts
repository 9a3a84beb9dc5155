import process from "node:process";

/**
 * Loaded into the sidecar's own process by tests: tells its memory after a collection and the processor time it has
 * used, and makes trouble on demand.
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
