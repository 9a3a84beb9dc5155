import type { SpecResults } from "../tests/read-reports.ts";
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
  /** Path of the runner's report. */
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

/** Time for a stopped runner to close its browsers. Milliseconds. */
const graceMs = 10_000;

/**
 * Runs specs and passes on the runner's output.
 *
 * @returns the result of each spec by its full name.
 * @throws if the run was stopped, or ended without a report; none of its processes is left running.
 */
export async function runSpecs(
  { name, runner, args, cwd, env, report, signal }: SpecRun,
  resultsIn: (report: string) => SpecResults,
): Promise<SpecOutcome> {
  const startedAt = performance.now();
  // In its own process group, so that Ctrl-C reaches it only once, through `signal`: interrupted twice, a runner leaves its
  // browsers running.
  const child = spawn(process.execPath, [runner, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit"],
    detached: true,
  });
  const stop = () => {
    child.kill("SIGINT");
    setTimeout(() => child.kill("SIGKILL"), graceMs).unref();
  };
  signal.addEventListener("abort", stop, { once: true });
  await once(child, "exit");
  signal.removeEventListener("abort", stop);
  endGroup(child.pid);
  signal.throwIfAborted();
  const ms = performance.now() - startedAt;
  const text = await readFile(report, "utf8").catch(() => undefined);
  if (text === undefined) throw new Error(`${name} ended without a report.`);
  const { passed, failed, skipped, flaky } = resultsIn(text);
  return { name, passed: passed + flaky.length, failed: failed.map((spec) => spec.name), skipped, ms };
}

/** Stops processes that a runner left running. */
function endGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
