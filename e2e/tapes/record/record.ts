import process from "node:process";
import { chromium } from "@playwright/test";
import { tapesFolder } from "@sheaf/mocks/library";
import { saveTape } from "@sheaf/mocks/record/save-tape";
import { findChromium } from "../../browser/chromium.ts";
import type { Flow } from "../flow.ts";
import { flowNames, findFlows } from "../flows.ts";
import { printLine } from "../print-line.ts";
import { inParallel } from "../in-parallel.ts";
import { startRecordingEnvironment } from "./recording-environment.ts";

const lanes = 2;

/** Runs flows in a browser and writes their tapes: `pnpm tapes:record <name>…` or `all`. */
async function recordTapes(flows: readonly Flow[]): Promise<void> {
  const browser = await chromium.launch(await findChromium(process.env));
  let done = 0;
  try {
    await inParallel(flows, lanes, async (queue, lane) => {
      const environment = await startRecordingEnvironment(browser, { lane });
      try {
        for (const flow of queue) {
          const recording = await environment.record(flow);
          await saveTape(tapesFolder, recording);
          const { length } = recording.tape.interactions;
          printLine(`${(done += 1)} of ${flows.length}  ${flow.name}: ${length} interactions`);
        }
      } finally {
        await environment.stop();
      }
    });
  } finally {
    await browser.close();
  }
}

const { found, unknown } = findFlows(process.argv.slice(2));
if (found.length === 0 || unknown.length > 0) {
  printLine(
    unknown.length > 0 ? `There is no flow called ${unknown.join(", ")}.` : "Name a flow, or use all.",
  );
  printLine(`There are:\n${flowNames.map((name) => `  ${name}`).join("\n")}`);
  process.exitCode = 1;
} else {
  await recordTapes(found);
}
