import type { Stack } from "@sheaf/platform/stack";
import { type Child, startChild } from "../child-process.ts";
import { memoryOf, type ProcessMemory } from "../process-memory.ts";
import { whenReady } from "../readiness.ts";

/** Lines of a part that are kept, to be shown when it fails. */
const keptLines = 20;

export interface PartOptions {
  name: string;
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  /** Answers with success once the part serves; the one that compose asks for its health, where it has one. */
  readyUrl: string;
}

/** A process of the stack that stays up. */
export interface Part {
  readonly name: string;
  /** From its start to its first good answer. Milliseconds. */
  readonly readyMs: number;
  /** What it printed last. */
  readonly lines: () => readonly string[];
  readonly memory: () => Promise<ProcessMemory | undefined>;
  /** Why it ended, where it has. */
  readonly ended: () => string | undefined;
}

/**
 * Starts a process, to be ended with `stack`, and waits until it serves.
 *
 * @throws with its last lines when it ends instead.
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
  void child.ended.then((words) => (reason = words));
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
  };
}
