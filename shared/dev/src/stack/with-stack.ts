import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { createStack } from "@sheaf/platform/stack";
import type { ProcessMemory } from "../process/process-memory.ts";
import type { StackOptions } from "./stack-context.ts";
import { type RunningStack, startStack } from "./start-stack.ts";

/** Resources that a process used. */
export interface PartFigures {
  name: string;
  readyMs: number;
  memory: ProcessMemory | undefined;
}

/**
 * Starts the parts, runs `work`, and stops everything afterwards, also on failure.
 *
 * @throws if a part exited in the meantime, with its last output lines.
 */
export async function withStack<Result>(
  { product, ...options }: Omit<StackOptions, "stack"> & { product: boolean },
  work: (running: RunningStack) => Promise<Result>,
): Promise<{ result: Result; parts: PartFigures[]; databaseVersion: string }> {
  const stack = createStack();
  const folder = join(options.folder, "run");
  await mkdir(folder);
  stack.push(() => rm(folder, { recursive: true }));
  try {
    const running = await startStack({ ...options, folder, stack }, product);
    const result = await work(running);
    const parts: PartFigures[] = [];
    for (const { name, readyMs, ended, lines, memory } of running.parts) {
      const reason = ended();
      if (reason !== undefined) throw new Error([`${name} ${reason}`, ...lines()].join("\n"));
      parts.push({ name, readyMs, memory: await memory() });
    }
    return { result, parts, databaseVersion: running.databaseVersion };
  } finally {
    await stack.unwind();
  }
}
