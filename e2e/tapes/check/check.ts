import { writeFile } from "node:fs/promises";
import process from "node:process";
import { parseArgs } from "node:util";
import { type Browser, chromium } from "@playwright/test";
import { readTape, tapeNames } from "@sheaf/mocks/library";
import { compareTapes } from "@sheaf/mocks/record/compare-tapes";
import { findChromium } from "../../browser/chromium.ts";
import { openContext } from "../browser.ts";
import type { Flow } from "../flow.ts";
import { findFlows, flowNames } from "../flows.ts";
import { printLine } from "../print-line.ts";
import { startRecordingEnvironment } from "../record/recording-environment.ts";
import { blockUnhandledRequests } from "./block-unhandled-requests.ts";
import { inParallel } from "../in-parallel.ts";
import { playFlow } from "./play-flow.ts";
import { startQaSite } from "./qa-site.ts";
import { replayInteractions } from "./replay-interactions.ts";
import { createTally, type TallyResult } from "./tally.ts";

/** Lanes of each half of the check. Both halves run at the same time, and both wait more than they compute. */
const lanes = 2;

async function checkNames(unknown: readonly string[]): Promise<TallyResult[]> {
  const tapes = await tapeNames();
  const tally = createTally("tapes belong to a flow");
  for (const name of new Set([...tapes, ...flowNames])) {
    const hasBoth = tapes.includes(name) && flowNames.includes(name);
    tally.add(name, hasBoth ? [] : [`there is no ${tapes.includes(name) ? "flow" : "tape"} with that name`]);
  }
  for (const name of unknown) tally.add(name, ["there is no flow with that name"]);
  return [tally.end()];
}

/**
 * Plays every tape in the QA build. Each lane keeps one browser context per device for all its tapes, as a tester does:
 * a run must start as if there had been none before.
 */
async function checkPlayback(browser: Browser, flows: readonly Flow[]): Promise<TallyResult[]> {
  const site = await startQaSite();
  const { siteUrl } = site;
  const walks = createTally("flows played on their tapes");
  const bytes = createTally("interactions byte for byte");
  const blocked = createTally("requests that no tape has, blocked");
  try {
    await inParallel(flows, lanes, async (queue) => {
      const contexts = {
        desk: await openContext(browser, { device: "desk", siteUrl }),
        phone: await openContext(browser, { device: "phone", siteUrl }),
      };
      for (const flow of queue) {
        const played = await walks.time(() => outcome(() => playFlow(contexts[flow.device], flow)));
        walks.add(flow.name, played.problems);
        for (const key of played.unusedReads) printLine(`${flow.name}: optional read not made: ${key}`);
        const replayed = await bytes.time(() => replayInteractions(contexts.desk, flow.name, site));
        bytes.add(flow.name, replayed.problems, replayed.interactions);
      }
      await Promise.all(Object.values(contexts).map((context) => context.close()));
    });
    const context = await openContext(browser, { device: "desk", siteUrl });
    const requests = await blocked.time(() => blockUnhandledRequests(context, site));
    blocked.add("unhandled requests", requests.problems, requests.made);
    await context.close();
    return [walks, bytes, blocked].map((tally) => tally.end());
  } finally {
    await site.stop();
  }
}

/**
 * Records every flow again and compares requests, statuses and the shape of responses.
 *
 * As with browser tests, CI tries once more and prints what differed at first.
 */
async function checkRecording(browser: Browser, flows: readonly Flow[]): Promise<TallyResult[]> {
  const tally = createTally("flows recorded again, with the same requests, statuses and shapes");
  await inParallel(flows, lanes, async (queue, lane) => {
    const environment = await tally.time(() => startRecordingEnvironment(browser, { lane }));
    try {
      for (const flow of queue) {
        const recordAgain = () =>
          tally.time(() =>
            outcome(async () => {
              const { tape } = await environment.record(flow);
              return { problems: compareTapes(await readTape(flow.name), tape), unusedReads: [] };
            }),
          );
        let { problems } = await recordAgain();
        if (problems.length > 0 && process.env["CI"]) {
          for (const problem of problems) printLine(`${flow.name}: recorded once more after: ${problem}`);
          ({ problems } = await recordAgain());
        }
        tally.add(flow.name, problems);
      }
    } finally {
      await environment.stop();
    }
  });
  return [tally.end()];
}

/** A flow that fails is a problem of that flow only. */
async function outcome(
  run: () => Promise<{ problems: string[]; unusedReads: string[] }>,
): Promise<{ problems: string[]; unusedReads: string[] }> {
  try {
    return await run();
  } catch (error) {
    return { problems: [String(error)], unusedReads: [] };
  }
}

const { values, positionals } = parseArgs({ options: { json: { type: "string" } }, allowPositionals: true });
const { found, unknown } = findFlows(positionals.length > 0 ? positionals : ["all"]);
const startedAt = performance.now();
const browser = await chromium.launch(await findChromium(process.env));
const results = await Promise.allSettled([
  checkNames(unknown),
  checkPlayback(browser, found),
  checkRecording(browser, found),
]);
await browser.close();

const seconds = Math.round((performance.now() - startedAt) / 1000);
const tallies = results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
const crashes = results.flatMap((result) => (result.status === "rejected" ? [String(result.reason)] : []));
for (const crash of crashes) printLine(crash);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const passed = sum(tallies.map((tally) => tally.passed));
const failed = sum(tallies.map((tally) => tally.failed)) + crashes.length;
printLine(`${passed} passed, ${failed} failed (${seconds} s)`);
if (values.json !== undefined) {
  await writeFile(values.json, `${JSON.stringify({ passed, failed, seconds })}\n`);
}
process.exitCode = failed === 0 ? 0 : 1;
