import { existsSync, readFileSync } from "node:fs";
import process from "node:process";

/**
 * Peak memory of this process in bytes. The operating system's figure for a child starts with its parent's; Linux has
 * a separate count.
 */
export function peakMemory(): number {
  const status = existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? process.resourceUsage().maxRSS;
  return Number(kilobytes) * 1024;
}
