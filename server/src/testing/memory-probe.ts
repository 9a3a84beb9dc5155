import { existsSync, readFileSync } from "node:fs";
import process from "node:process";

/** Loaded into a process of its own by whoever wants to know its memory: tells the most it has had, before it ends. */
process.on("beforeExit", () => {
  if (process.connected) process.send?.(peakMemory(), () => process.disconnect());
});
process.channel?.unref();

/** Bytes. What the system counts for a child begins with its parent's; Linux has a count of its own. */
function peakMemory(): number {
  const status = existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? process.resourceUsage().maxRSS;
  return Number(kilobytes) * 1024;
}
