import { setTimeout as wait } from "node:timers/promises";
import { print, printTable } from "@sheaf/bench/report";
import type { Part } from "../stack/parts.ts";

export interface PartMemory {
  name: string;
  /** Bytes. */
  now: number;
  peak: number;
}

const maxRatio = 1.2;
const firstWaitMs = 20_000;
/** Runtimes return memory minutes after the load has ended. */
const longestWaitMs = 180_000;
const pauseMs = 5000;

export async function settledMemory(parts: readonly Part[]): Promise<PartMemory[]> {
  await wait(firstWaitMs);
  return await memoryOfAll(parts);
}

/** Waits until no part holds much more memory than before, at most three minutes, and prints both. */
export async function compareMemory(
  parts: readonly Part[],
  before: readonly PartMemory[],
  signal: AbortSignal,
): Promise<void> {
  const began = performance.now();
  const ratioOf = ({ now }: PartMemory, index: number) => now / (before[index]?.now ?? Number.NaN);
  let after = await settledMemory(parts);
  while (after.some((part, index) => ratioOf(part, index) > maxRatio)) {
    if (performance.now() - began > longestWaitMs) break;
    await wait(pauseMs, undefined, { signal });
    after = await memoryOfAll(parts);
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  print(
    `Memory in MB after a tenth of the load, and ${seconds} s after all of it; above ${maxRatio} is marked:`,
  );
  const megabytes = (bytes = Number.NaN) => String(Math.round(bytes / 1e6));
  printTable(
    ["", "a tenth", "all", "at most", "ratio"],
    after.map((part, index) => {
      const ratio = ratioOf(part, index);
      const marked = `${ratio.toFixed(2)}${ratio > maxRatio ? " (!)" : ""}`;
      return [part.name, megabytes(before[index]?.now), megabytes(part.now), megabytes(part.peak), marked];
    }),
  );
}

function memoryOfAll(parts: readonly Part[]): Promise<PartMemory[]> {
  return Promise.all(
    parts.map(async ({ name, memory }) => ({ name, ...((await memory()) ?? { now: 0, peak: 0 }) })),
  );
}
