import process from "node:process";
import { print, printTable, progress } from "@sheaf/bench/report";
import { timesOf } from "@sheaf/bench/statistics";
import { sendHostile, startHostilePlatform } from "../src/testing/hostile/hostile-platform.ts";

/** Measures how many hostile requests the platform answers per second, and its memory use. */

const steps = process.argv.includes("--quick") ? [200, 400, 800] : [1_000, 5_000, 10_000];
const seed = Number(process.env["SEED"] ?? 146_542);
const megabytes = (bytes: number, before: number) =>
  `${Math.round(bytes / 1024 / 1024)} ${timesOf(bytes, before)}`;

const platform = await startHostilePlatform();
const failures = new Map<string, number>();
let sent = 0;
const beginning = await platform.memory();
const rows: string[][] = [];
let firstPerSecond = Number.NaN;
progress(`seed ${seed}`);
for (const upTo of steps) {
  const startedAt = performance.now();
  await sendHostile(platform, {
    seed: seed + sent,
    count: upTo - sent,
    onOutcome: ({ request, response }) => {
      if (response.status < 500 && (response.status > 0 || request.cut)) return;
      const failure = `${response.status} ${request.endpoint}`;
      failures.set(failure, (failures.get(failure) ?? 0) + 1);
    },
  });
  const perSecond = Math.round((1000 * (upTo - sent)) / (performance.now() - startedAt));
  sent = upTo;
  const { heapUsed, rss } = await platform.memory();
  if (Number.isNaN(firstPerSecond)) firstPerSecond = perSecond;
  rows.push([
    `${sent} requests`,
    `${perSecond} ${timesOf(perSecond, firstPerSecond)}`,
    megabytes(heapUsed, beginning.heapUsed),
    megabytes(rss, beginning.rss),
  ]);
}
printTable(["after", "per second", "heap MB", "memory MB"], rows);
for (const [failure, count] of failures) print(`${count} × ${failure}`);
for (const { message, path, error } of platform.errors) {
  if (!message.startsWith("rest: ")) print(`logged: ${message} ${path} ${error}`);
}
await platform.stop();
