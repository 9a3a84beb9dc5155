import { runCommand } from "../process/command.ts";
import { describeFigures, type Drill, isKept } from "./drill.model.ts";
import { withDrillPlatform } from "./drill-platform.ts";
import { drills } from "./drills.ts";

const usage = `Usage: pnpm drill <name> [<name> …]
Attacks a local platform that it starts for this purpose, with a bounded load, and prints what was let through and what it
cost. Exits with 1 if a figure exceeds its bound.

${drills.map(({ name, attack }) => `  ${name.padEnd(18)} ${attack}`).join("\n")}
  ${"all".padEnd(18)} all of them, one after another`;

/** @throws when no drill is named, or an unknown one. */
function readDrills(args: string[]): { help: boolean; chosen: readonly Drill[] } {
  const names = args.filter((arg) => arg !== "--");
  if (names.includes("--help")) return { help: true, chosen: [] };
  const unknown = names.find((name) => name !== "all" && !drills.some((drill) => drill.name === name));
  if (unknown !== undefined) throw new Error(`There is no drill “${unknown}”.\n\n${usage}`);
  if (names.length === 0) throw new Error(`Name a drill.\n\n${usage}`);
  return {
    help: false,
    chosen: names.includes("all") ? drills : drills.filter(({ name }) => names.includes(name)),
  };
}

async function runDrills({ chosen }: { chosen: readonly Drill[] }): Promise<void> {
  const exceeded: string[] = [];
  for (const drill of chosen) {
    console.log(`\n${drill.name}: ${drill.attack}\n`);
    const figures = await withDrillPlatform(drill.withCaptcha === true, (platform) => drill.run(platform));
    console.log(describeFigures(figures));
    if (!figures.every(isKept)) exceeded.push(drill.name);
  }
  if (exceeded.length > 0) throw new Error(`Above its bound: ${exceeded.join(", ")}`);
}

await runCommand({ usage, read: readDrills, run: runDrills });
