import process from "node:process";
import { peakMemory } from "./peak-memory.ts";

/** Preloaded into a process to report its peak memory before it exits. */
process.on("beforeExit", () => {
  if (process.connected) process.send?.(peakMemory(), () => process.disconnect());
});
process.channel?.unref();
