import { performance } from "node:perf_hooks";
import process from "node:process";
import { startFilledPlatform } from "../src/testing/many-objects.ts";
import { purge } from "../src/testing/start-purge.ts";

/** Ten thousand real objects of the kinds that the job deletes; the figures hold for one run and machine. */
const due = { removed: 5_000, abandoned: 2_500, orphaned: 2_500 };
const say = (line: string) => process.stdout.write(`${line}\n`);

const platform = await startFilledPlatform(process.env["DATABASE_URL"]);
try {
  const idle = await purge(platform.url);
  say(`nothing to do            ${summaryOf(idle)}`);
  for (const batch of ["100", "500"]) {
    await platform.addObjects(due);
    const run = await purge(platform.url, { PURGE_BATCH: batch });
    if (run.code !== 0) throw new Error(run.output);
    say(`${batch} at a time            ${summaryOf(run)}`);
  }
  await platform.addObjects(due);
  const startedAt = performance.now();
  const runs = await Promise.all([purge(platform.url), purge(platform.url)]);
  const seconds = (performance.now() - startedAt) / 1_000;
  const objects = runs.map(({ report }) => String(report["objects"]));
  say(`two runs, 100 at a time  ${objects.join(" + ")} objects in ${seconds.toFixed(1)} s`);
  say(`not due                  ${await platform.objects()} objects, one of each round`);
} finally {
  await platform.stop();
}

function summaryOf({ report, peakMemory }: Awaited<ReturnType<typeof purge>>): string {
  const { objects, ms } = report as { objects: number; ms: number };
  const rate = objects === 0 ? "" : `, ${Math.round((objects / ms) * 1_000)} a second`;
  return `${objects} objects in ${(ms / 1_000).toFixed(1)} s${rate}, at most ${Math.round(peakMemory / 1e6)} MB`;
}
