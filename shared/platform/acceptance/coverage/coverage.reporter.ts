import { readFile, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { Reporter, TestCase, TestModule, TestRunEndReason, Vitest } from "vitest/node";
import { type CoveringSpec, coverageList, coverageProblems } from "./coverage-list.ts";
import { knownDifferences, leftOutBeyond, leftOutEndpoints } from "./left-out.ts";

const coverageFile = fileURLToPath(new URL("../COVERAGE.md", import.meta.url));

/**
 * Compares `COVERAGE.md` with the requests and responses of a complete, green run on the local platform; `--update`
 * writes it instead. Partial runs and runs on other platforms are ignored.
 */
export class CoverageReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  async onTestRunEnd(
    modules: readonly TestModule[],
    _errors: readonly unknown[],
    reason: TestRunEndReason,
  ): Promise<void> {
    const vitest = this.#vitest;
    if (vitest === undefined || reason !== "passed" || process.env["ACCEPT_URL"]) return;
    if (!(await isWhole(vitest, modules))) return;
    const specs = modules
      .toSorted((one, other) => (one.moduleId < other.moduleId ? -1 : 1))
      .flatMap((module) => [...module.children.allTests()].map((test) => specOf(module, test)));
    const leftOut = { endpoints: leftOutEndpoints, beyond: leftOutBeyond, differences: knownDifferences };
    const problems = coverageProblems(specs, leftOut);
    const list = coverageList(specs, leftOut);
    if (vitest.config.snapshotOptions.updateSnapshot === "all") await writeFile(coverageFile, list);
    else if (list !== (await readFile(coverageFile, "utf8").catch(() => ""))) {
      problems.push("acceptance/COVERAGE.md is out of date; run `pnpm accept --update`.");
    }
    vitest.logger.log(`\n${/\d+ specs, .*/.exec(list)?.[0] ?? ""} See acceptance/COVERAGE.md.`);
    if (problems.length === 0) return;
    vitest.logger.error(problems.join("\n"));
    process.exitCode = 1;
  }
}

async function isWhole(vitest: Vitest, modules: readonly TestModule[]): Promise<boolean> {
  const all = await vitest.globTestSpecifications();
  return modules.length === all.length && vitest.config.testNamePattern === undefined;
}

function specOf(module: TestModule, test: TestCase): CoveringSpec {
  const { covers = [], answers = [] } = test.meta();
  const title = test.fullName;
  return { where: `${basename(module.moduleId)} > ${title}`, title, covers, answers };
}
