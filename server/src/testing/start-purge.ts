import { fork } from "node:child_process";
import { once } from "node:events";
import { localKeys } from "@sheaf/platform";

export interface PurgeProcess {
  /** Everything it has written so far, to either stream. */
  output(): string;
  /** The exit code, once it has ended; a signal that killed it counts as -1. */
  ended: Promise<number>;
  signal(name: NodeJS.Signals): void;
  /** Most that it has had in memory, in bytes; to be asked once it has ended. */
  peakMemory(): number;
}

const entry = new URL("../purge.ts", import.meta.url);
const probe = new URL("./memory-probe.ts", import.meta.url);

/** The job as it is started in earnest, in a process of its own, with the local platform's secret key. */
export function startPurge(platformUrl: string, settings: Record<string, string> = {}): PurgeProcess {
  const child = fork(entry, {
    execArgv: ["--import", probe.href],
    env: { SUPABASE_URL: platformUrl, SUPABASE_SECRET_KEY: localKeys.secret, ...settings },
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

/** Runs it to its end: exit code, the one line that it wrote, and all of its output. */
export async function purge(platformUrl: string, settings?: Record<string, string>) {
  const job = startPurge(platformUrl, settings);
  const code = await job.ended;
  return { code, report: reportIn(job.output()), output: job.output(), peakMemory: job.peakMemory() };
}

export function reportIn(output: string): Record<string, unknown> {
  const [line = "", ...more] = output.trim().split("\n");
  if (more.length > 0 || !line.startsWith("{")) throw new Error(`Not one line of a log: ${output}`);
  return JSON.parse(line) as Record<string, unknown>;
}
