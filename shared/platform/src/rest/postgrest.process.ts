import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Log } from "../log.ts";

/** What PostgREST prints once it serves a schema it has just read. */
const loadedMessage = /schema cache loaded/i;

/** A child that ignores SIGTERM for so long is killed. Milliseconds. */
const grace = 3000;

/** How long reading the schema again may take. Milliseconds. */
const reloadPatience = 10_000;

export interface PostgrestProcess {
  /** Rejects when the process ends although nobody stopped it. */
  readonly crashed: Promise<never>;
  /** Settles at the next message that the schema has been read. */
  schemaLoaded(signal: AbortSignal): Promise<void>;
  reloadSchema(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A child is not told when its parent is killed. The shell leaves a watcher behind that reads our end of a pipe,
 * which closes however we go, and becomes PostgREST itself, so signals reach it directly. The watcher also
 * removes the folder of the socket.
 */
const underWatch = `exec 3<&0 </dev/null; (cat <&3; kill $$; rm -rf "$1") >/dev/null 2>&1 & exec 3<&-; exec "$0"`;

export function spawnPostgrest(options: {
  binary: string;
  /** Of its socket, removed once it has ended. */
  folder: string | undefined;
  environment: Record<string, string>;
  log: Log;
}): PostgrestProcess {
  const { binary, folder = "", environment, log } = options;
  const [command, args]: [string, string[]] =
    process.platform === "win32" ? [binary, []] : ["/bin/sh", ["-c", underWatch, binary, folder]];
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
    return Promise.reject(new Error(`PostgREST ended (${reason}): ${lines.join(" ")}`));
  });
  crashed.catch(() => undefined);
  const schemaLoaded = async (signal: AbortSignal) => {
    await once(child, "schema-loaded", { signal });
  };
  return {
    crashed,
    schemaLoaded,
    async reloadSchema() {
      const loaded = schemaLoaded(AbortSignal.timeout(reloadPatience));
      child.kill("SIGUSR1");
      await Promise.race([loaded, crashed]);
    },
    async stop() {
      stopping = true;
      await endChild(child, ended);
    },
  };
}

async function endChild(child: ChildProcess, ended: Promise<string>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const timer = setTimeout(() => child.kill("SIGKILL"), grace);
  child.kill("SIGTERM");
  await ended;
  clearTimeout(timer);
}
