import type { SpecNames } from "./read-reports.ts";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import process from "node:process";

export interface SpecRun {
  name: string;
  /** Path of the runner, from `cwd`. */
  runner: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  /** Where the runner leaves its report. */
  report: string;
  signal: AbortSignal;
}

export interface SpecOutcome {
  name: string;
  passed: number;
  failed: string[];
  skipped: string[];
  ms: number;
}

/** Runs specs and shows what the runner shows. @returns what came of each, by its full name. */
export async function runSpecs(
  { name, runner, args, cwd, env, report, signal }: SpecRun,
  namesIn: (report: string) => SpecNames,
): Promise<SpecOutcome> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [runner, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit"],
    signal,
  });
  await once(child, "exit");
  const ms = performance.now() - startedAt;
  const text = await readFile(report, "utf8").catch(() => undefined);
  if (text === undefined) throw new Error(`${name} ended without a report.`);
  const { passed, failed, skipped } = namesIn(text);
  return { name, passed: passed.length, failed, skipped, ms };
}
