import { setTimeout as wait } from "node:timers/promises";
import type { Part } from "../stack/parts.ts";

export interface PartMemory {
  name: string;
  /** Bytes. */
  now: number;
  peak: number;
}

const mostRatio = 1.2;
const firstWaitMs = 20_000;
/** Runtimes return memory minutes after the load has ended. */
const longestWaitMs = 180_000;
const pauseMs = 5000;

export async function settledMemory(parts: readonly Part[]): Promise<PartMemory[]> {
  await wait(firstWaitMs);
  return await memoryOfAll(parts);
}

/**
 * Waits until no part holds much more memory than before, at most three minutes, and prints both.
 *
 * @returns how many parts still do.
 */
export async function compareMemory(
  parts: readonly Part[],
  before: readonly PartMemory[],
  signal: AbortSignal,
): Promise<number> {
  const began = performance.now();
  const ratioOf = ({ now }: PartMemory, index: number) => now / (before[index]?.now ?? Number.NaN);
  let after = await settledMemory(parts);
  while (after.some((part, index) => ratioOf(part, index) > mostRatio)) {
    if (performance.now() - began > longestWaitMs) break;
    await wait(pauseMs, undefined, { signal });
    after = await memoryOfAll(parts);
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`\nMemory after a tenth of the load, ${seconds} s after all of it, and at most`);
  for (const [index, part] of after.entries()) {
    const figures = [before[index]?.now ?? 0, part.now, part.peak];
    const megabytes = figures.map((bytes) => `${Math.round(bytes / 1e6)} MB`).join(", ");
    console.log(`  ${part.name.padEnd(14)} ${megabytes}  ratio ${ratioOf(part, index).toFixed(2)}`);
  }
  return after.filter((part, index) => ratioOf(part, index) > mostRatio).length;
}

function memoryOfAll(parts: readonly Part[]): Promise<PartMemory[]> {
  return Promise.all(
    parts.map(async ({ name, memory }) => ({ name, ...((await memory()) ?? { now: 0, peak: 0 }) })),
  );
}
