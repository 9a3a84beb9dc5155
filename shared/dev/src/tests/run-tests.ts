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

async function run({ chosen, report, after }: Options): Promise<void> {
  const earlier = after === undefined ? [] : (JSON.parse(await readFile(after, "utf8")) as StageOutcome[]);
  const factor = await measureTimeFactor();
  console.log(`Time limits are multiplied by ${factor}, measured from how busy this machine is.`);
  const outcomes = [...earlier];
  for (const stage of chosen) {
    if (earlier.some(({ name }) => name === stage.name)) continue;
    if (stage.needs !== undefined && !process.env[stage.needs]) {
      console.log(`\n${stage.name}: left out, ${stage.needs} is not set.`);
      continue;
    }
    console.log(`\n${stage.name}`);
    const outcome = await runStage(stage, { TEST_TIME_FACTOR: String(factor) });
    outcomes.push(outcome);
    if (outcome.failed > 0 && stage.isNeeded) break;
  }
  if (outcomes.some(({ failed }) => failed > 0)) process.exitCode = 1;
  if (report !== undefined) await writeFile(report, JSON.stringify(outcomes));
  console.log(`\n${summarize(outcomes).join("\n")}`);
}
