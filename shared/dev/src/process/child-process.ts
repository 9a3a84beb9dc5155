import { type ChildProcess, spawn } from "node:child_process";
import { setPriority } from "node:os";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

export interface Child {
  readonly name: string;
  /** Undefined if it couldn't be started. */
  readonly pid: number | undefined;
  /** Resolves with the reason when the process has exited. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

export interface ChildOptions {
  name: string;
  command: string;
  args: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Lowers the scheduling priority: 1 to 19, as for `nice`. */
  niceness?: number;
  /** Receives each line of output without the line end. */
  onLine: (line: string) => void;
}

/** Time a process has to exit after SIGTERM, in milliseconds. */
const graceMs = 5000;

export function startChild(options: ChildOptions): Child {
  const child = spawn(options.command, options.args, {
    cwd: options.cwd,
    env: options.env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (child.pid !== undefined && options.niceness !== undefined) setPriority(child.pid, options.niceness);
  forwardLines(child.stdout, options.onLine);
  forwardLines(child.stderr, options.onLine);

  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(`could not start: ${error.message}`));
    child.once("exit", (code, signal) =>
      resolve(signal ? `ended by ${signal}` : `ended with exit code ${code}`),
    );
  });
  return { name: options.name, pid: child.pid, ended, stop: () => stopChild(child, ended) };
}

/**
 * A child that is started once `before` resolves, and never if it is stopped earlier or `before` rejects.
 *
 * @param stopBefore stops what it waits for, if that is of no other use.
 */
export function startChildAfter(
  name: string,
  before: Promise<unknown>,
  start: () => Child,
  stopBefore?: () => Promise<void>,
): Child {
  let child: Child | undefined;
  let stopped = false;
  const neverStarted = Promise.withResolvers<string>();
  const started = before.then(
    () => {
      if (!stopped) child = start();
      return child;
    },
    () => undefined,
  );
  return {
    name,
    get pid() {
      return child?.pid;
    },
    ended: Promise.race([
      neverStarted.promise,
      started.then((started) => started?.ended ?? neverStarted.promise),
    ]),
    stop: async () => {
      stopped = true;
      if (child === undefined) neverStarted.resolve("was stopped before it started");
      await stopBefore?.();
      await child?.stop();
    },
  };
}

function forwardLines(stream: Readable, onLine: (line: string) => void): void {
  createInterface({ input: stream }).on("line", onLine);
}

async function stopChild(child: ChildProcess, ended: Promise<string>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  const kill = setTimeout(() => child.kill("SIGKILL"), graceMs);
  await ended;
  clearTimeout(kill);
}
