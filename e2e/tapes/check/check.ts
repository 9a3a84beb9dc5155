import process from "node:process";
import { type Browser, chromium } from "@playwright/test";
import { readTape, tapeNames } from "@sheaf/mocks/library";
import { compareTapes } from "@sheaf/mocks/record/compare-tapes";
import { findChromium } from "../../browser/chromium.ts";
import { openContext } from "../browser.ts";
import type { Flow } from "../flow.ts";
import { flowNames, flowsCalled } from "../flows.ts";
import { startStudio } from "../record/studio.ts";
import { say } from "../say.ts";
import { playFlow } from "./play-flow.ts";
import { startQaSite } from "./qa-site.ts";
import { replayTakes } from "./replay-takes.ts";
import { stopStrays } from "./stop-strays.ts";
import { startTally } from "./tally.ts";

/** Every flow has a tape, and every tape a flow. */
async function checkNames(unknown: readonly string[]): Promise<boolean> {
  const tapes = await tapeNames();
  const names = new Set([...tapes, ...flowNames]);
  const tally = startTally("tapes belong to a flow");
  for (const name of names) {
    const isBoth = tapes.includes(name) && flowNames.includes(name);
    tally.add(name, isBoth ? [] : [`there is no ${tapes.includes(name) ? "flow" : "tape"} of that name`]);
  }
  for (const name of unknown) tally.add(name, ["there is no flow of that name"]);
  return tally.end();
}

/**
 * Every tape plays the flow that it was made of, every take comes out as it is, and nothing else gets through. One
 * browser for each device plays them all, as a tester's does: each run has to begin as if there had been none before.
 */
async function checkPlaying(browser: Browser, flows: readonly Flow[]): Promise<boolean> {
  const site = await startQaSite();
  const { siteUrl } = site;
  const contexts = {
    desk: await openContext(browser, { device: "desk", siteUrl }),
    phone: await openContext(browser, { device: "phone", siteUrl }),
  };
  try {
    const walks = startTally("flows walked over their tapes");
    for (const flow of flows) {
      const { problems, unusedReadings } = await outcome(() => playFlow(contexts[flow.device], flow));
      walks.add(flow.name, problems);
      for (const key of unusedReadings) say(`${flow.name}: not asked for, which is no fault: ${key}`);
    }
    const walked = walks.end();
    const takes = startTally("takes byte for byte");
    for (const { name } of flows) {
      const replayed = await replayTakes(contexts.desk, name, site);
      takes.add(name, replayed.problems, replayed.takes);
    }
    const same = takes.end();
    const strays = startTally("requests of no tape stopped");
    const stopped = await stopStrays(contexts.desk, site);
    strays.add("strays", stopped.problems, stopped.made);
    return [walked, same, strays.end()].every(Boolean);
  } finally {
    await Promise.all(Object.values(contexts).map((context) => context.close()));
    await site.stop();
  }
}

/** Recorded once more, every flow asks for the same and is answered alike. */
async function checkRecording(browser: Browser, flows: readonly Flow[]): Promise<boolean> {
  const studio = await startStudio(browser);
  try {
    const tally = startTally("flows recorded again, with the same requests, statuses and shapes");
    for (const flow of flows) {
      const { problems } = await outcome(async () => {
        const { tape } = await studio.record(flow);
        return { problems: compareTapes(await readTape(flow.name), tape), unusedReadings: [] };
      });
      tally.add(flow.name, problems);
    }
    return tally.end();
  } finally {
    await studio.stop();
  }
}

/** A walk that does not get to its end is a problem of that flow alone. */
async function outcome<Result extends { problems: string[] }>(
  walk: () => Promise<Result>,
): Promise<{ problems: string[]; unusedReadings: string[] }> {
  try {
    return { unusedReadings: [], ...(await walk()) };
  } catch (error) {
    return { problems: [String(error)], unusedReadings: [] };
  }
}

const names = process.argv.slice(2);
const { found, unknown } = flowsCalled(names.length > 0 ? names : ["all"]);
const browser = await chromium.launch(await findChromium(process.env));
// Beside each other: most of both is waiting. Each ends what it has started before the process does.
const results = await Promise.allSettled([
  checkNames(unknown),
  checkPlaying(browser, found),
  checkRecording(browser, found),
]);
await browser.close();
for (const result of results) if (result.status === "rejected") say(String(result.reason));
const isGood = results.every((result) => result.status === "fulfilled" && result.value);
process.exitCode = isGood ? 0 : 1;
