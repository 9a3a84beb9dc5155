import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import process from "node:process";
import { parseArgs } from "node:util";
import { runCommand } from "../process/command.ts";
import { repository } from "../repository.ts";
import { type Benchmark, benchmarks } from "./benchmarks.ts";
import { describeMachine } from "./machine.ts";

const reportFile = ".github/BENCHMARKS.md";

const usage = `Runs the benchmarks. Each compares things within one run, so look at the ratios.

  pnpm bench               all of them
  pnpm bench <name> ...    these alone

  --quick    less data and fewer rounds
  --write    also write the report to ${reportFile}; for a full run only
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

/** @throws Error for a benchmark that does not exist, or a report of less than everything. */
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
  if (values.write) {
    if (values.quick || names.length > 0)
      throw new Error("--write is for a full run: all benchmarks, not quick.");
    const missing = benchmarks.find(({ needs }) => needs !== undefined && !process.env[needs])?.needs;
    if (missing !== undefined) throw new Error(`--write is for a full run: set ${missing}.`);
  }
  const chosen = names.length === 0 ? benchmarks : benchmarks.filter(({ name }) => names.includes(name));
  return { ...values, chosen };
}

async function run({ chosen, quick, write }: Options): Promise<void> {
  const machine = await describeMachine();
  const sections: string[] = [];
  for (const benchmark of chosen) {
    const { needs, title, about } = benchmark;
    if (needs !== undefined && !process.env[needs]) {
      console.log(`${title}: left out, ${needs} is not set.\n`);
      continue;
    }
    console.log(`## ${title}\n\n${about}\n`);
    const startedAt = performance.now();
    for (const args of benchmark.prepare ?? []) await runPnpm(args, "quiet");
    const output = await runPnpm([...benchmark.pnpm, ...(quick ? ["--quick"] : [])], "shown");
    const took = `It took ${Math.round((performance.now() - startedAt) / 1000)} s.`;
    console.log(`${took}\n`);
    sections.push(`## ${title}\n\n${about} ${took}\n\n${output.trim()}\n`);
  }
  if (!write) return;
  const head = [
    "# Benchmarks",
    "",
    "What `pnpm bench --write` measured. Ratios compare figures of one run; the figures themselves belong to one machine.",
    "",
    ...machine.map((line) => `- ${line}`),
    "",
  ].join("\n");
  await writeFile(join(repository, reportFile), [head, ...sections].join("\n"));
  await runPnpm(["exec", "oxfmt", reportFile], "quiet");
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
