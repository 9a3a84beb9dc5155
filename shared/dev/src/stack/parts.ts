import process from "node:process";
import type { Stack } from "@sheaf/platform/stack";
import { type Child, startChild } from "../process/child-process.ts";
import { memoryOf, type ProcessMemory } from "../process/process-memory.ts";
import { whenReady } from "../local/readiness.ts";

/** Number of output lines shown when a part fails. */
const keptLines = 20;

export interface PartOptions {
  name: string;
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  /** Responds with success once the part serves; compose's health check, if it has one. */
  readyUrl: string;
}

/** A process of the stack that stays up. */
export interface Part {
  readonly name: string;
  /** Time from start to the first successful response. Milliseconds. */
  readonly readyMs: number;
  /** Its last output lines. */
  readonly lines: () => readonly string[];
  readonly memory: () => Promise<ProcessMemory | undefined>;
  /** Reason why it exited; undefined while it runs. */
  readonly ended: () => string | undefined;
  /** Ends it without a warning, as the machine does when memory is short. */
  readonly kill: () => Promise<void>;
  /** Ends it as compose does. @returns the reason why it exited. */
  readonly stop: () => Promise<string>;
}

/**
 * Starts a process that `stack` stops, and waits until it serves.
 *
 * @throws with its last output lines if it exits instead.
 */
export async function startPart(options: PartOptions, stack: Stack): Promise<Part> {
  const lines: string[] = [];
  const onLine = (line: string) => {
    lines.splice(0, lines.length - keptLines);
    lines.push(line);
  };
  const startedAt = performance.now();
  const child: Child = startChild({ ...options, onLine });
  stack.push(() => child.stop());
  let reason: string | undefined;
  void child.ended.then((text) => (reason = text));
  try {
    await whenReady(options.readyUrl, child);
  } catch (error) {
    throw new Error([error instanceof Error ? error.message : String(error), ...lines].join("\n"), {
      cause: error,
    });
  }
  return {
    name: options.name,
    readyMs: performance.now() - startedAt,
    lines: () => lines,
    memory: () => memoryOf(child.pid),
    ended: () => reason,
    async stop() {
      await child.stop();
      return child.ended;
    },
    async kill() {
      if (child.pid !== undefined && reason === undefined) process.kill(child.pid, "SIGKILL");
      await child.ended;
    },
  };
}
