import { performance } from "node:perf_hooks";
import process from "node:process";
import { createLog } from "./log.ts";
import { readPurgeConfig } from "./purge/config.ts";
import { createPurgePlatform } from "./purge/platform.ts";
import { runPurge } from "./purge/run-purge.ts";
import { startOrExplain } from "./serve.ts";

/** Runs once and ends: with 0 when nothing was left, with 1 when the next run has something to do again. */
await startOrExplain(async () => {
  const config = readPurgeConfig(process.env);
  const log = createLog({ level: "info" });
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());

  const startedAt = performance.now();
  const platform = createPurgePlatform(config);
  const report = await runPurge({ platform, batch: config.batch, stopped: stop.signal });
  const told = { ...report, ms: Math.round(performance.now() - startedAt) };
  if (report.failed === 0 && report.endedBy === undefined) return log.info(told, "Purged");
  process.exitCode = 1;
  log.error(told, "Purged in part: what is left is for the next run");
});
