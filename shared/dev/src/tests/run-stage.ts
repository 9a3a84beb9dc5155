import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { stripVTControlCharacters } from "node:util";
import { repository } from "../repository.ts";
import { type Failure, resultsOfPlaywright, resultsOfTapes, resultsOfVitest } from "./read-reports.ts";
import type { Stage } from "./stages.ts";

export interface StageOutcome {
  name: string;
  passed: number;
  skipped: number;
  seconds: number;
  failures: Failure[];
  /** Tests that passed when tried again, with what failed at first; not counted in `passed`. */
  flaky: Failure[];
  /** The last lines of the servers under test if a test failed, or of the whole stage if no server printed any. */
  lastLines: string[];
}

type Results = Pick<StageOutcome, "passed" | "skipped" | "failures" | "flaky">;

/** Enough to see what led to a failure. */
const keptLines = 30;

/**
 * Runs one stage and shows what it prints; of a stage that runs beside others once it has ended, so that no two mix.
 * Lines of the servers under test are kept back.
 *
 * @returns its results. A command that fails without a failed test (a crash, a report that is missing) counts as one
 * failure, so that no exit code is lost.
 */
export async function runStage(stage: Stage, env: NodeJS.ProcessEnv): Promise<StageOutcome> {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-tests-"));
  const report = join(folder, "report.json");
  const startedAt = performance.now();
  try {
    const { code, lastLines } = await runCommand(stage, report, env);
    const results = await resultsOf(stage, report, code);
    const seconds = (performance.now() - startedAt) / 1000;
    return { name: stage.name, ...results, seconds, lastLines: results.failures.length > 0 ? lastLines : [] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runCommand(
  stage: Stage,
  report: string,
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; lastLines: string[] }> {
  const { name, pnpm, counting, isBeside = false } = stage;
  const printed: string[] = [];
  const print = (line: string) => (isBeside ? printed.push(line) : console.log(line));
  const last = { ofServers: [] as string[], ofStage: [] as string[] };
  const keep = (lines: string[], line: string) => {
    if (lines.push(line) > keptLines) lines.shift();
  };
  print(`\n${name}`);
  const child = spawn(
    "pnpm",
    pnpm.map((argument) => argument.replace("{report}", report)),
    {
      cwd: repository,
      env: {
        ...process.env,
        ...(process.stdout.isTTY && { FORCE_COLOR: "1" }),
        ...env,
        ...(counting.by !== "exit code" && counting.env && { [counting.env]: report }),
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      if (isServerLine(line)) return keep(last.ofServers, line);
      keep(last.ofStage, line);
      print(line);
    });
  }
  const [code] = (await once(child, "close")) as [number | null];
  if (isBeside) console.log(printed.join("\n"));
  return { code, lastLines: last.ofServers.length > 0 ? last.ofServers : last.ofStage };
}

/** A line of a server under test, as Playwright marks them: `[sidecar 0] …`. */
const isServerLine = (line: string) => /^\[(platform|sidecar)[ \d]*\]/.test(stripVTControlCharacters(line));

const readers = { vitest: resultsOfVitest, playwright: resultsOfPlaywright, tapes: resultsOfTapes };

async function resultsOf({ name, counting }: Stage, report: string, code: number | null): Promise<Results> {
  const ended = { name, message: `The command ended with exit code ${code}.` };
  if (counting.by === "exit code") {
    return { passed: code === 0 ? 1 : 0, skipped: 0, failures: code === 0 ? [] : [ended], flaky: [] };
  }
  const text = await readFile(report, "utf8").catch(() => undefined);
  if (text === undefined) {
    const message = `${ended.message} There is no report.`;
    return { passed: 0, skipped: 0, failures: [{ name, message }], flaky: [] };
  }
  const { passed, failed, skipped, flaky } = readers[counting.by](text);
  const failures = code !== 0 && failed.length === 0 ? [ended] : failed;
  return { passed, skipped: skipped.length, failures, flaky };
}
