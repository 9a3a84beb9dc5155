import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { repository } from "../repository.ts";
import { namesOfPlaywright, namesOfVitest } from "./read-reports.ts";
import type { Stage } from "./stages.ts";

export interface StageOutcome {
  name: string;
  passed: number;
  failed: number;
  skipped: number;
  seconds: number;
}

type Counts = Pick<StageOutcome, "passed" | "failed" | "skipped">;

/**
 * Runs one stage and shows what it prints; of a stage that runs beside others once it has ended, so that no two mix.
 *
 * @returns its counts. A command that fails without a failed test (a crash, a report that is missing) counts as one
 * failure, so that no exit code is lost.
 */
export async function runStage(stage: Stage, env: NodeJS.ProcessEnv): Promise<StageOutcome> {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-tests-"));
  const report = join(folder, "report.json");
  const startedAt = performance.now();
  try {
    const succeeded = await succeeds(stage, report, env);
    const counts =
      stage.counting.by === "exit code" ? { passed: 1, failed: 0, skipped: 0 } : await read(stage, report);
    if (!succeeded && counts.failed === 0) {
      counts.failed = 1;
      if (stage.counting.by === "exit code") counts.passed = 0;
    }
    return { name: stage.name, ...counts, seconds: (performance.now() - startedAt) / 1000 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function succeeds(stage: Stage, report: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const { name, pnpm, counting, isBeside = false } = stage;
  if (!isBeside) console.log(`\n${name}`);
  const reportTo = counting.by === "exit code" || !counting.env ? {} : { [counting.env]: report };
  const child = spawn(
    "pnpm",
    pnpm.map((argument) => argument.replace("{report}", report)),
    {
      cwd: repository,
      env: { ...process.env, ...env, ...reportTo },
      stdio: isBeside ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
    },
  );
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data: Buffer) => printed.push(data));
  const [code] = (await once(child, "close")) as [number | null];
  if (isBeside) process.stdout.write(`\n${name}\n${Buffer.concat(printed).toString()}`);
  return code === 0;
}

async function read({ counting }: Stage, report: string): Promise<Counts> {
  const text = await readFile(report, "utf8").catch(() => undefined);
  if (text === undefined) return { passed: 0, failed: 1, skipped: 0 };
  if (counting.by === "tapes")
    return { skipped: 0, ...(JSON.parse(text) as Pick<Counts, "passed" | "failed">) };
  const { passed, failed, skipped } =
    counting.by === "vitest" ? namesOfVitest(text) : namesOfPlaywright(text);
  return { passed: passed.length, failed: failed.length, skipped: skipped.length };
}
