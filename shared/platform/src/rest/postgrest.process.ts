import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Log } from "../log.ts";

/** PostgREST prints this after it has loaded the schema. */
const loadedMessage = /schema cache loaded/i;

/** Time between SIGTERM and SIGKILL. */
const gracePeriodMs = 3000;

const reloadTimeoutMs = 10_000;

export interface PostgrestProcess {
  /** Rejects if the process exits without `stop`. */
  readonly crashed: Promise<never>;
  /** Resolves the next time PostgREST reports a loaded schema. */
  schemaLoaded(signal: AbortSignal): Promise<void>;
  reloadSchema(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A child isn't notified when its parent is killed. The shell starts a watcher that reads a pipe from this process, which
 * closes however this process exits. The watcher then stops PostgREST and removes the socket's folder. The shell itself
 * is replaced by PostgREST, so that signals reach it directly.
 */
const watchdogScript = `exec 3<&0 </dev/null; (cat <&3; kill $$; rm -rf "$1") >/dev/null 2>&1 & exec 3<&-; exec "$0"`;

export function spawnPostgrest(options: {
  binary: string;
  /** Folder of its socket, removed after it has exited. */
  folder: string | undefined;
  environment: Record<string, string>;
  log: Log;
}): PostgrestProcess {
  const { binary, folder = "", environment, log } = options;
  const [command, args]: [string, string[]] =
    process.platform === "win32" ? [binary, []] : ["/bin/sh", ["-c", watchdogScript, binary, folder]];
  const child = spawn(command, args, {
    env: { PATH: process.env["PATH"], ...environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      lines.splice(0, lines.length - 4);
      lines.push(line);
      if (loadedMessage.test(line)) child.emit("schema-loaded");
      log({ level: "info", message: `rest: ${line}` });
    });
  }
  let stopping = false;
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  const crashed = ended.then((reason): Promise<never> => {
    child.stdin.destroy();
    if (stopping) return new Promise(() => undefined);
    return Promise.reject(new Error(`PostgREST exited (${reason}): ${lines.join(" ")}`));
  });
  crashed.catch(() => undefined);
  const schemaLoaded = async (signal: AbortSignal) => {
    await once(child, "schema-loaded", { signal });
  };
  return {
    crashed,
    schemaLoaded,
    async reloadSchema() {
      const loaded = schemaLoaded(AbortSignal.timeout(reloadTimeoutMs));
      child.kill("SIGUSR1");
      await Promise.race([loaded, crashed]);
    },
    async stop() {
      stopping = true;
      await terminate(child, ended);
    },
  };
}

async function terminate(child: ChildProcess, ended: Promise<string>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const timer = setTimeout(() => child.kill("SIGKILL"), gracePeriodMs);
  child.kill("SIGTERM");
  await ended;
  clearTimeout(timer);
}
