import { fork } from "node:child_process";
import { once } from "node:events";
import { localKeys } from "@sheaf/platform";
import { compileCache, entries } from "./entries.ts";

export interface PurgeProcess {
  /** Everything written so far to stdout and stderr. */
  output(): string;
  /** Resolves with the exit code; -1 if a signal killed the process. */
  ended: Promise<number>;
  signal(name: NodeJS.Signals): void;
  /** Peak memory in bytes, available once a measured process has exited. */
  peakMemory(): number;
}

const probe = new URL("./memory-probe.ts", import.meta.url);

/**
 * The worker's task `purge`, once, in a separate process, with the local platform's secret key.
 *
 * @param options.measured records its peak memory; without it `peakMemory()` is 0.
 */
export function startPurge(
  platformUrl: string,
  settings: Record<string, string> = {},
  { measured = false }: { measured?: boolean } = {},
): PurgeProcess {
  const child = fork(entries.worker, ["--once", "purge"], {
    ...(measured && { execArgv: ["--import", probe.href] }),
    env: { SUPABASE_URL: platformUrl, SUPABASE_SECRET_KEY: localKeys.secret, ...compileCache, ...settings },
    silent: true,
  });
  let output = "";
  let peak = 0;
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += String(chunk)));
  child.on("message", (bytes) => (peak = Number(bytes)));
  return {
    output: () => output,
    ended: once(child, "close").then(([code]: unknown[]) => (typeof code === "number" ? code : -1)),
    signal: (name) => void child.kill(name),
    peakMemory: () => peak,
  };
}

/** Runs the job to completion: exit code, the log line and all output. */
export async function purge(
  platformUrl: string,
  settings?: Record<string, string>,
  options?: { measured?: boolean },
) {
  const job = startPurge(platformUrl, settings, options);
  const code = await job.ended;
  return { code, report: reportIn(job.output()), output: job.output(), peakMemory: job.peakMemory() };
}

export function reportIn(output: string): Record<string, unknown> {
  const [line = "", ...more] = output.trim().split("\n");
  if (more.length > 0 || !line.startsWith("{")) throw new Error(`Not one line of a log: ${output}`);
  return JSON.parse(line) as Record<string, unknown>;
}
