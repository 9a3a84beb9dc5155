import { performance } from "node:perf_hooks";
import process from "node:process";
import { printTable } from "@sheaf/bench/report";
import { timesOf } from "@sheaf/bench/statistics";
import { startFilledPlatform } from "../src/testing/many-objects.ts";
import { purge } from "../src/testing/start-purge.ts";

/** Real objects of the kinds that the job deletes, in several runs of the job over as many of them. */
const quick = process.argv.includes("--quick");
const due = quick
  ? { removed: 100, abandoned: 50, orphaned: 50 }
  : { removed: 5_000, abandoned: 2_500, orphaned: 2_500 };

interface Figures {
  objects: number;
  seconds: number;
  /** Bytes. */
  peakMemory: number;
}

const platform = await startFilledPlatform(process.env["DATABASE_URL"]);
try {
  const idle = await onePurge();
  const batches: [string, Figures][] = [];
  for (const batch of ["100", "500"]) {
    await platform.addObjects(due);
    batches.push([`${batch} at a time`, await onePurge({ PURGE_BATCH: batch })]);
  }
  await platform.addObjects(due);
  const startedAt = performance.now();
  const pair = await Promise.all([onePurge(), onePurge()]);
  const both = {
    objects: pair.reduce((sum, { objects }) => sum + objects, 0),
    seconds: (performance.now() - startedAt) / 1_000,
    peakMemory: Math.max(...pair.map(({ peakMemory }) => peakMemory)),
  };
  const first = batches[0]?.[1] ?? idle;
  const runs: [string, Figures][] = [["nothing to do", idle], ...batches, ["two runs at once", both]];
  printTable(
    ["", "objects", "seconds", "per second", "peak MB"],
    runs.map(([name, { objects, seconds, peakMemory }]) => [
      name,
      String(objects),
      seconds.toFixed(1),
      objects === 0
        ? ""
        : `${Math.round(objects / seconds)} ${timesOf(objects / seconds, first.objects / first.seconds)}`,
      `${Math.round(peakMemory / 1e6)} ${timesOf(peakMemory, idle.peakMemory)}`,
    ]),
  );
} finally {
  await platform.stop();
}

async function onePurge(env: Record<string, string> = {}): Promise<Figures> {
  const { code, output, report, peakMemory } = await purge(platform.url, env, { measured: true });
  if (code !== 0) throw new Error(output);
  const { objects, ms } = report as { objects: number; ms: number };
  return { objects, seconds: ms / 1_000, peakMemory };
}
