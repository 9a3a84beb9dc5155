import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { type Browser, chromium } from "@playwright/test";
import { catalogFile, committedTapes, pageRequestsFile, recordedFolder } from "@sheaf/mocks/library";
import { compareTapes } from "@sheaf/mocks/record/compare-tapes";
import { type PageRequest, pageRequestKey, requestsOnlyOn } from "@sheaf/mocks/record/page-requests";
import { saveTape } from "@sheaf/mocks/record/save-tape";
import type { Tape } from "@sheaf/mocks/tape/tape";
import { findChromium } from "../../browser/chromium.ts";
import { openContext } from "../browser.ts";
import { formatCatalog } from "../catalog.ts";
import type { Flow } from "../flow.ts";
import { allFlows, findFlows, flowNames } from "../flows.ts";
import { printLine } from "../print-line.ts";
import { startRecordingEnvironment } from "../record/recording-environment.ts";
import { blockUnhandledRequests } from "./block-unhandled-requests.ts";
import { inParallel } from "../in-parallel.ts";
import { playFlow } from "./play-flow.ts";
import { startQaSite } from "./qa-site.ts";
import { replayInteractions } from "./replay-interactions.ts";
import { createTally, type TallyResult } from "./tally.ts";

/** Other stages build these. Without them, this stage would fail without saying why. */
const builds = ["web/dist", "server/dist", "web/dist-mocks"];

/** Lanes of each half of the check. Both halves run at the same time, and both wait more than they compute. */
const lanes = 2;
const recordingLanes = 3;

async function checkNames(unknown: readonly string[]): Promise<TallyResult[]> {
  const tally = createTally("names, each with a description, and the list of them");
  for (const name of await committedTapes.names()) {
    tally.add(name, flowNames.includes(name) ? [] : ["there is no flow with that name"]);
  }
  for (const name of unknown) tally.add(name, ["there is no flow with that name"]);
  const isCurrent = (await readFile(catalogFile, "utf8")) === formatCatalog(allFlows);
  tally.add("lists/catalog.json", isCurrent ? [] : ["isn't current: run `pnpm tapes:record`"]);
  return [tally.end()];
}

/**
 * Plays every tape in git in the QA build. Each lane keeps one browser context per device for all its tapes, like a
 * tester: a run must not depend on the runs before it.
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
 * Records every flow. A tape in git is compared with its new recording: requests, statuses and the shape of responses.
 * Other tapes are saved, as on demand; the steps and expectations of their descriptions prove them.
 *
 * As with browser specs, CI tries once more, and counts a flow that passes then as flaky.
 */
async function checkRecording(browser: Browser, flows: readonly Flow[]): Promise<TallyResult[]> {
  const committed = await committedTapes.names();
  const folder = await recordedFolder();
  const again = createTally("tapes recorded again, with the same requests, statuses and shapes");
  const onDemand = createTally("tapes recorded on demand, as described");
  const others: Tape[] = [];
  await inParallel(flows, recordingLanes, async (queue, lane) => {
    const environment = await again.time(() => startRecordingEnvironment(browser, { lane }));
    const record = async (flow: Flow): Promise<string[]> => {
      const recording = await environment.record(flow);
      if (committed.includes(flow.name)) {
        return compareTapes(await committedTapes.readTape(flow.name), recording.tape);
      }
      await saveTape(folder, recording);
      others.push(recording.tape);
      return [];
    };
    try {
      for (const flow of queue) {
        const tally = committed.includes(flow.name) ? again : onDemand;
        const attempt = () =>
          tally.time(() => outcome(async () => ({ problems: await record(flow), unusedReads: [] })));
        const first = await attempt();
        const triesAgain = first.problems.length > 0 && Boolean(process.env["CI"]);
        const last = triesAgain ? await attempt() : first;
        if (triesAgain && last.problems.length === 0) tally.addFlaky(flow.name, first.problems);
        else tally.add(flow.name, last.problems);
      }
    } finally {
      await environment.stop();
    }
  });
  const results = [again.end(), onDemand.end()];
  return flows.length === allFlows.length ? [...results, await checkPageRequests(others)] : results;
}

/** Other tests know the requests of tapes that aren't in git from a list. */
async function checkPageRequests(recorded: readonly Tape[]): Promise<TallyResult> {
  const tally = createTally("requests of the page that no tape in git has, listed");
  const listed = JSON.parse(await readFile(pageRequestsFile, "utf8")) as PageRequest[];
  const names = await committedTapes.names();
  const committed = await Promise.all(names.map(committedTapes.readTape));
  const before = new Set(listed.map(pageRequestKey));
  const now = new Set(requestsOnlyOn(recorded, committed).map(pageRequestKey));
  for (const key of new Set([...before, ...now])) {
    const isListed = before.has(key);
    const problem = `${isListed ? "no longer made" : "not listed"}: run \`pnpm tapes:record\``;
    tally.add(key, isListed && now.has(key) ? [] : [problem]);
  }
  return tally.end();
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

const repository = join(import.meta.dirname, "..", "..", "..");
const unbuilt = builds.filter((folder) => !existsSync(join(repository, folder)));
if (unbuilt.length > 0) {
  printLine(`Not built: ${unbuilt.join(", ")}. Build first: \`pnpm test:all build build-mocks tapes\`.`);
  process.exit(1);
}
const { values, positionals } = parseArgs({ options: { json: { type: "string" } }, allowPositionals: true });
const { found, unknown } = findFlows(positionals.length > 0 ? positionals : ["all"]);
const inGit = await committedTapes.names();
const startedAt = performance.now();
const browser = await chromium.launch(await findChromium(process.env));
const results = await Promise.allSettled([
  checkNames(unknown),
  checkPlayback(
    browser,
    found.filter(({ name }) => inGit.includes(name)),
  ),
  checkRecording(browser, found),
]);
await browser.close();

const seconds = Math.round((performance.now() - startedAt) / 1000);
const tallies = results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
const crashes = results.flatMap((result) =>
  result.status === "rejected" ? [{ name: "the check", message: String(result.reason) }] : [],
);
for (const { message } of crashes) printLine(message);
const report = {
  passed: tallies.reduce((total, tally) => total + tally.passed, 0),
  failed: [...tallies.flatMap((tally) => tally.failed), ...crashes],
  flaky: tallies.flatMap((tally) => tally.flaky),
};
printLine(
  `${report.passed} passed, ${report.failed.length} failed, ${report.flaky.length} flaky (${seconds} s)`,
);
if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(report)}\n`);
process.exitCode = report.failed.length === 0 ? 0 : 1;
