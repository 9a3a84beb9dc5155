import { performance } from "node:perf_hooks";
import process from "node:process";
import { createLog } from "../log.ts";
import { readPurgeConfig } from "./config.ts";
import { createPurgePlatform } from "./platform.ts";
import { runPurge } from "./run-purge.ts";
import { startOrExplain } from "../http/serve.ts";

/** Runs once. Exits with 0 when nothing is left, or with 1 when the next run has work to do. */
await startOrExplain(async () => {
  const config = readPurgeConfig(process.env);
  const log = createLog({ level: "info" });
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());

  const startedAt = performance.now();
  const platform = createPurgePlatform(config);
  const { batch, uploadsFolder: folder, uploadHours } = config;
  const before = new Date(Date.now() - uploadHours * 3_600_000);
  const sweep = folder === undefined ? undefined : { folder, before };
  const report = await runPurge({ platform, batch, stopped: stop.signal, sweep });
  const facts = { ...report, ms: Math.round(performance.now() - startedAt) };
  if (report.failed === 0 && report.endedBy === undefined) return log.info(facts, "Purged");
  process.exitCode = 1;
  log.error(facts, "Purged partly; the next run continues");
});
