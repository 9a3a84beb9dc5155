import { fork } from "node:child_process";
import { once } from "node:events";
import { localReceiptKey } from "@sheaf/contract/receipt/local-key";
import { localKeys } from "@sheaf/platform";
import { compileCache, entries } from "./entries.ts";

export interface WorkerProcess {
  /** Everything written so far to stdout and stderr. */
  output(): string;
  /** Resolves with the exit code; -1 if a signal killed the process. */
  ended: Promise<number>;
  signal(name: NodeJS.Signals): void;
  /** Bytes after a garbage collection, of a worker with a probe. */
  memory(of: "heap" | "resident"): Promise<number>;
}

/**
 * The worker in a separate process, with the local platform's secret key.
 *
 * @param options.probed its memory can be asked for.
 */
export function startWorker(
  platformUrl: string,
  args: readonly string[],
  settings: Record<string, string> = {},
  { probed = false }: { probed?: boolean } = {},
): WorkerProcess {
  const child = fork(entries.worker, args, {
    ...(probed && { execArgv: ["--expose-gc", "--import", entries.probe] }),
    env: {
      SITE_URL: "https://sheaf.example",
      EMAIL_FROM: "post@sheaf.example",
      SUPABASE_URL: platformUrl,
      SUPABASE_SECRET_KEY: localKeys.secret,
      WORKER_PORT: "0",
      RECEIPT_SIGNING_KEY: localReceiptKey.signing,
      ...compileCache,
      ...settings,
    },
    silent: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += String(chunk)));
  return {
    output: () => output,
    ended: once(child, "close").then(([code]: unknown[]) => (typeof code === "number" ? code : -1)),
    signal: (name) => void child.kill(name),
    async memory(of) {
      const reply = once(child, "message");
      child.send(of);
      const [bytes]: unknown[] = await reply;
      return Number(bytes);
    },
  };
}

/** Runs the worker to its end: exit code and output. */
export async function runWorker(
  platformUrl: string,
  args: readonly string[],
  settings?: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const worker = startWorker(platformUrl, args, settings);
  return { code: await worker.ended, output: worker.output() };
}
