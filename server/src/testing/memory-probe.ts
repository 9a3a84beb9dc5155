import { existsSync, readFileSync } from "node:fs";
import process from "node:process";

/** Preloaded into a process to report its peak memory before it exits. */
process.on("beforeExit", () => {
  if (process.connected) process.send?.(peakMemory(), () => process.disconnect());
});
process.channel?.unref();

/** Bytes. The operating system's figure for a child starts with its parent's; Linux has a separate count. */
function peakMemory(): number {
  const status = existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? process.resourceUsage().maxRSS;
  return Number(kilobytes) * 1024;
}
