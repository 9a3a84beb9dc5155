import process from "node:process";
import { chromium } from "@playwright/test";
import { tapesFolder } from "@sheaf/mocks/library";
import { saveTape } from "@sheaf/mocks/record/save-tape";
import { findChromium } from "../../browser/chromium.ts";
import type { Flow } from "../flow.ts";
import { flowNames, flowsCalled } from "../flows.ts";
import { say } from "../say.ts";
import { startStudio } from "./studio.ts";

/** `pnpm tapes:record <name>…` or `all`: walks flows through a browser and writes their tapes. */
async function recordTapes(flows: readonly Flow[]): Promise<void> {
  const browser = await chromium.launch(await findChromium(process.env));
  const studio = await startStudio(browser);
  try {
    for (const [index, flow] of flows.entries()) {
      const recording = await studio.record(flow);
      await saveTape(tapesFolder, recording);
      say(`${index + 1} of ${flows.length}  ${flow.name}: ${recording.tape.takes.length} takes`);
    }
  } finally {
    await browser.close();
    await studio.stop();
  }
}

const { found, unknown } = flowsCalled(process.argv.slice(2));
if (found.length === 0 || unknown.length > 0) {
  say(unknown.length > 0 ? `There is no flow called ${unknown.join(", ")}.` : "Say which flow, or all.");
  say(`There are:\n${flowNames.map((name) => `  ${name}`).join("\n")}`);
  process.exitCode = 1;
} else {
  await recordTapes(found);
}
