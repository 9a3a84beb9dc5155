import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import process from "node:process";
import { parseArgs } from "node:util";
import { runCommand } from "../process/command.ts";
import { repository } from "../repository.ts";
import { type Benchmark, benchmarks } from "./benchmarks.ts";
import { describeMachine } from "./machine.ts";
import { reportFile, type Section, withSection } from "./report-file.ts";

const usage = `Runs the benchmarks. Each compares things within one run, so look at the ratios.

  pnpm bench               all of them
  pnpm bench <name> ...    these alone

  --quick    less data and fewer rounds; without names, not those whose goals need much data
  --write    also write the report to ${reportFile}; of some benchmarks, their sections alone
  --help

Benchmarks: ${benchmarks.map(({ name }) => name).join(", ")}
`;

await runCommand({ usage, read: readOptions, run });

interface Options {
  help: boolean;
  chosen: readonly Benchmark[];
  quick: boolean;
  write: boolean;
}

/** @throws Error for a benchmark that does not exist, or a report without all results. */
function readOptions(args: string[]): Options {
  const { values, positionals: names } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      quick: { type: "boolean", default: false },
      write: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const unknown = names.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name));
  if (unknown.length > 0) throw new Error(`There is no benchmark ${unknown.join(", ")}. --help lists them.`);
  const everything = benchmarks.filter(({ isLarge = false }) => !(isLarge && values.quick));
  const chosen = names.length === 0 ? everything : benchmarks.filter(({ name }) => names.includes(name));
  if (values.write) {
    if (values.quick) throw new Error("--write is for whole benchmarks, not for --quick.");
    const missing = chosen.find(({ needs }) => needs !== undefined && !process.env[needs])?.needs;
    if (missing !== undefined) throw new Error(`--write needs every benchmark's result: set ${missing}.`);
  }
  return { ...values, chosen };
}

/** @throws Error that names the benchmarks that failed, once all have run. */
async function run({ chosen, quick, write }: Options): Promise<void> {
  const machine = await describeMachine();
  const prepared = new Set<string>();
  const failed: string[] = [];
  const startedAt = performance.now();
  for (const benchmark of chosen) {
    const { needs, title, about } = benchmark;
    if (needs !== undefined && !process.env[needs]) {
      console.log(`${title}: left out, ${needs} is not set.\n`);
      continue;
    }
    console.log(`## ${title}\n\n${about}\n`);
    try {
      for (const args of benchmark.prepare ?? []) await prepareOnce(args, prepared);
      const ownStart = performance.now();
      const output = await runPnpm([...benchmark.pnpm, ...(quick ? ["--quick"] : [])], "shown");
      const took = `It took ${secondsSince(ownStart)} s.`;
      console.log(`${took}\n`);
      // After each, so that a later one that is interrupted loses nothing.
      if (write)
        await writeSection({ title, text: [about, `${machine.join("; ")}. ${took}`, output].join("\n\n") });
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      failed.push(title);
    }
  }
  if (write) await runPnpm(["exec", "oxfmt", reportFile], "quiet");
  if (chosen.length > 1) console.log(`Everything together took ${secondsSince(startedAt)} s.`);
  if (failed.length > 0) throw new Error(`These failed or missed a goal: ${failed.join(", ")}.`);
}

function secondsSince(start: number): number {
  return Math.round((performance.now() - start) / 1000);
}

/** Benchmarks share commands, such as the build. */
async function prepareOnce(args: readonly string[], prepared: Set<string>): Promise<void> {
  const command = args.join(" ");
  if (prepared.has(command)) return;
  await runPnpm(args, "quiet");
  prepared.add(command);
}

async function writeSection(section: Section): Promise<void> {
  const file = join(repository, reportFile);
  const report = existsSync(file) ? await readFile(file, "utf8") : "";
  await writeFile(file, withSection(report, section));
}

/**
 * @returns what it printed to standard output.
 * @throws Error if it fails.
 */
async function runPnpm(args: readonly string[], output: "shown" | "quiet"): Promise<string> {
  const child = spawn("pnpm", args, { cwd: repository, stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (chunk: string) => {
    printed += chunk;
    if (output === "shown") process.stdout.write(chunk);
  });
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`pnpm ${args.join(" ")} failed.\n${output === "quiet" ? printed : ""}`);
  return printed;
}
