import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { print, printTable, progress } from "@sheaf/bench/report";
import { median } from "@sheaf/bench/statistics";
import { startPlatform } from "@sheaf/platform";
import { runWorker, startWorker } from "../src/testing/start-worker.ts";
import { concurrency } from "../src/worker/checksums/checksums.task.ts";
import { countVerified, fileSize, forgetChecks, storeFiles } from "./checksums/stored-files.ts";
import { atLeast, atMost } from "./goal.ts";

/** Ends with an error if a goal is missed. */
const quick = process.argv.includes("--quick");
const files = quick ? 100 : 1_000;
const rounds = quick ? 3 : 5;

const databaseUrl = process.env["DATABASE_URL"];
if (databaseUrl === undefined) {
  // The embedded engine would share one thread with the Storage that both read from.
  throw new Error(
    "Set DATABASE_URL to a PostgreSQL server. A database is created there and dropped at the end.",
  );
}
const directory = await mkdtemp(join(tmpdir(), "sheaf-checksums-"));
const platform = await startPlatform({ directory, databaseUrl });
try {
  const keys = await storeFiles(platform, directory, files);
  progress(`${files} files of ${fileSize / 1e6} MB`);
  const [worker, plain]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    worker.push(await byWorker());
    await forgetChecks(platform);
    plain.push(await byPlainProcess(keys));
    progress([worker, plain].map((speeds) => `${speeds.at(-1)?.toFixed(0)} MB/s`).join(" and "));
  }
  const { early, late } = await memoryOfWorker();
  const speed = median(worker);
  // Of each round, because the machine may be busy with other things for a while.
  const ratio = median(worker.map((own, round) => own / (plain[round] ?? Number.NaN)));
  print(`The worker read ${speed.toFixed(0)} MB/s. Goals that were missed are marked:`);
  const goals = [
    atLeast("its speed by that of a process that only reads and hashes", ratio, 0.8, 2),
    atMost(`its memory after ${files} files by that after ${files / 10}`, late / early, 1.2, 2),
  ];
  printTable(
    ["", "measured", "goal"],
    goals.map(({ name, measured, goal, isMet }) => [name, `${measured}${isMet ? "" : " (!)"}`, goal]),
  );
  if (goals.some(({ isMet }) => !isMet)) process.exitCode = 1;
} finally {
  await platform.stop();
  await rm(directory, { recursive: true });
}

function megabytesPerSecond(ms: number): number {
  return (files * fileSize) / 1e3 / ms;
}

async function byWorker(): Promise<number> {
  const { code, output } = await runWorker(platform.url, ["--once", "checksums"]);
  const report = JSON.parse(output) as { ms: number; files: { verified: number } };
  if (code !== 0 || report.files.verified !== files) throw new Error(output);
  return megabytesPerSecond(report.ms);
}

async function byPlainProcess(keys: readonly string[]): Promise<number> {
  const program = fileURLToPath(new URL("./checksums/plain.process.ts", import.meta.url));
  const child = spawn(process.execPath, [program, platform.url, platform.serviceKey, String(concurrency)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(keys.join("\n"));
  const [ms, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  if (code !== 0) throw new Error(`The plain process ended with ${code}`);
  return megabytesPerSecond(Number(ms));
}

/** Bytes after a tenth of the files, and after all of them. */
async function memoryOfWorker(): Promise<{ early: number; late: number }> {
  const worker = startWorker(platform.url, [], { WORKER_TASKS: "checksums" }, { probed: true });
  try {
    const memoryAfter = async (count: number): Promise<number> => {
      while ((await countVerified(platform)) < count) await wait(20);
      return worker.memory("resident");
    };
    const early = await memoryAfter(files / 10);
    const late = await memoryAfter(files);
    progress(`${(early / 1e6).toFixed(0)} and ${(late / 1e6).toFixed(0)} MB`);
    return { early, late };
  } finally {
    worker.signal("SIGKILL");
    await worker.ended;
  }
}
