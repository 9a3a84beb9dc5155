import { readFile, writeFile } from "node:fs/promises";
import process from "node:process";
import { parseArgs } from "node:util";
import { runCommand } from "../process/command.ts";
import { runStage, type StageOutcome } from "./run-stage.ts";
import { type Stage, stages } from "./stages.ts";
import { summarize } from "./summary.ts";
import { measureTimeFactor } from "./time-factor.ts";

const usage = `Runs the tests, stage by stage, and ends with a table and the total.

  pnpm test                  before a commit: every check, and the main job in a browser
  pnpm test:all              everything
  pnpm test <stage> ...      these stages alone; "build" first where they need a fresh build

  --report FILE   write the outcomes as JSON
  --after FILE    begin with the outcomes in FILE: run only what they lack, and sum up both
  --help

Stages: ${stages.map(({ name }) => name).join(", ")}
`;

await runCommand({ usage, read: readOptions, run });

interface Options {
  help: boolean;
  chosen: readonly Stage[];
  report: string | undefined;
  after: string | undefined;
}

/** @throws Error for a set or stage that does not exist. */
function readOptions(args: string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      report: { type: "string" },
      after: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  // The scripts in package.json name the set; names of stages behind it narrow it.
  const [set = "test", ...names] = positionals;
  return { help: values.help, chosen: choose(set, names), report: values.report, after: values.after };
}

function choose(set: string, names: readonly string[]): readonly Stage[] {
  if (names.length > 0) {
    const unknown = names.filter((name) => !stages.some((stage) => stage.name === name));
    if (unknown.length > 0) throw new Error(`There is no stage ${unknown.join(", ")}. --help lists them.`);
    return stages.filter(({ name }) => names.includes(name));
  }
  if (set === "check") return stages.filter(({ isCheck }) => isCheck);
  if (set === "test") return stages.filter(({ part }) => part === "test");
  if (set === "all") return stages;
  throw new Error(`There is no set of stages "${set}": check, test or all.`);
}

/** Written by `--report` and read by `--after`. */
interface Report {
  /** From start to end; stages that ran at the same time count once. */
  seconds: number;
  outcomes: StageOutcome[];
}

async function run({ chosen, report, after }: Options): Promise<void> {
  const startedAt = performance.now();
  const earlier: Report =
    after === undefined
      ? { seconds: 0, outcomes: [] }
      : (JSON.parse(await readFile(after, "utf8")) as Report);
  const factor = await measureTimeFactor();
  console.log(`Time limits are multiplied by ${factor}, measured from how busy this machine is.`);
  const done = new Set(earlier.outcomes.map(({ name }) => name));
  const ran = await runAll(
    chosen.filter(({ name }) => !done.has(name)),
    { TEST_TIME_FACTOR: String(factor) },
  );
  const outcomes = [...earlier.outcomes, ...ran];
  const seconds = earlier.seconds + (performance.now() - startedAt) / 1000;
  if (report !== undefined) await writeFile(report, JSON.stringify({ seconds, outcomes } satisfies Report));
  const { lines, failed } = summarize(outcomes, seconds);
  if (failed > 0) process.exitCode = 1;
  console.log(`\n${lines.join("\n")}`);
}

/** @returns the outcomes in the order of the stages. */
async function runAll(chosen: readonly Stage[], env: NodeJS.ProcessEnv): Promise<StageOutcome[]> {
  const outcomes = new Map<Stage, StageOutcome>();
  let beside = Promise.resolve();
  for (const stage of chosen) {
    if (stage.needs !== undefined && !process.env[stage.needs]) {
      console.log(`\n${stage.name}: left out, ${stage.needs} is not set.`);
    } else if (stage.isBeside) {
      beside = beside.then(async () => void outcomes.set(stage, await runStage(stage, env)));
    } else {
      const outcome = await runStage(stage, env);
      outcomes.set(stage, outcome);
      if (outcome.failures.length > 0 && stage.isNeeded) break;
    }
  }
  await beside;
  return chosen.flatMap((stage) => outcomes.get(stage) ?? []);
}
