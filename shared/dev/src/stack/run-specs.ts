import type { SpecNames } from "./read-reports.ts";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import process from "node:process";

export interface SpecRun {
  name: string;
  /** Path of the runner, from `cwd`. */
  runner: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  /** Where the runner leaves its report. */
  report: string;
  signal: AbortSignal;
}

export interface SpecOutcome {
  name: string;
  passed: number;
  failed: string[];
  skipped: string[];
  ms: number;
}

/** How long a runner that was told to stop may take to end its browsers. Milliseconds. */
const grace = 10_000;

/**
 * Runs specs and shows what the runner shows.
 *
 * @returns what came of each, by its full name.
 * @throws where the run was stopped, or ended without a report; nothing of it is left running.
 */
export async function runSpecs(
  { name, runner, args, cwd, env, report, signal }: SpecRun,
  namesIn: (report: string) => SpecNames,
): Promise<SpecOutcome> {
  const startedAt = performance.now();
  // A group of its own: Ctrl-C reaches it once, by way of `signal`. Told twice, a runner leaves its browsers behind.
  const child = spawn(process.execPath, [runner, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit"],
    detached: true,
  });
  const stop = () => {
    child.kill("SIGINT");
    setTimeout(() => child.kill("SIGKILL"), grace).unref();
  };
  signal.addEventListener("abort", stop, { once: true });
  await once(child, "exit");
  signal.removeEventListener("abort", stop);
  endGroup(child.pid);
  signal.throwIfAborted();
  const ms = performance.now() - startedAt;
  const text = await readFile(report, "utf8").catch(() => undefined);
  if (text === undefined) throw new Error(`${name} ended without a report.`);
  const { passed, failed, skipped } = namesIn(text);
  return { name, passed: passed.length, failed, skipped, ms };
}

/** Ends what a runner has left behind. */
function endGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
