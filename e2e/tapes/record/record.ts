import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { type Browser, chromium } from "@playwright/test";
import {
  catalogFile,
  committedTapes,
  openAllTapes,
  pageRequestsFile,
  recordedFolder,
  recordingsFolder,
  tapesFolder,
} from "@sheaf/mocks/library";
import { formatPageRequests, requestsOnlyOn } from "@sheaf/mocks/record/page-requests";
import { saveTape } from "@sheaf/mocks/record/save-tape";
import { findChromium } from "../../browser/chromium.ts";
import { formatCatalog } from "../catalog.ts";
import type { Flow } from "../flow.ts";
import { allFlows, findFlows, flowNames } from "../flows.ts";
import { inParallel } from "../in-parallel.ts";
import { printLine } from "../print-line.ts";
import { startProgress } from "./progress.ts";
import { startRecordingEnvironment } from "./recording-environment.ts";

const usage = `Runs flows in a browser on a local platform and writes their tapes.

  pnpm tapes:record                  what is missing on this machine
  pnpm tapes:record <name> ...       these; a tape that is in git is replaced there
  pnpm tapes:record committed        every tape that is in git
  pnpm tapes:record all              every tape

  --keep    writes into shared/mocks/tapes, for tapes that are to be in git
  --list    prints the names`;

const lanes = 3;
/** Measured on two cores. */
const secondsPerTape = 1.6;

const { values, positionals } = parseArgs({
  options: {
    keep: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
  allowPositionals: true,
});

const committed = await committedTapes.names();
const known = await (await openAllTapes()).names();
const missing = flowNames.filter((name) => !known.includes(name));
const wanted = positionals.flatMap((name) => (name === "committed" ? committed : [name]));
const { found, unknown } = findFlows(positionals.length > 0 ? wanted : missing);

if (values.help) {
  printLine(usage);
} else if (values.list) {
  for (const name of flowNames) printLine(known.includes(name) ? name : `${name} (not recorded)`);
} else if (unknown.length > 0) {
  printLine(`There is no flow called ${unknown.join(", ")}; --list prints the names.`);
  process.exitCode = 1;
} else if (found.length === 0) {
  printLine("Every tape is recorded. Name those to record again; --help says how.");
} else {
  await recordTapes(found);
}

async function recordTapes(flows: readonly Flow[]): Promise<void> {
  const browser = await launchBrowser();
  if (!browser) return;
  const inGit = ({ name }: Flow) => values.keep || committed.includes(name);
  const folder = await recordedFolder();
  const progress = startProgress(flows.length, secondsPerTape);
  try {
    await inParallel(flows, lanes, async (queue, lane) => {
      const environment = await startRecordingEnvironment(browser, { lane });
      try {
        for (const flow of queue) {
          await saveTape(inGit(flow) ? tapesFolder : folder, await environment.record(flow));
          progress.done(flow.name);
        }
      } finally {
        await environment.stop();
      }
    });
  } finally {
    progress.end();
    await browser.close();
  }
  await writeFile(catalogFile, formatCatalog(allFlows));
  await writePageRequests();
  await removeOthers(folder);
}

/** Only a complete set of tapes has every request. */
async function writePageRequests(): Promise<void> {
  const library = await openAllTapes();
  const names = await library.names();
  if (!flowNames.every((name) => names.includes(name))) return;
  const kept = await committedTapes.names();
  const read = (isKept: boolean) =>
    Promise.all(names.filter((name) => kept.includes(name) === isKept).map(library.readTape));
  const requests = requestsOnlyOn(await read(false), await read(true));
  await writeFile(pageRequestsFile, formatPageRequests(requests));
}

/** @returns undefined if there is no Chromium, after saying how to install it. */
async function launchBrowser(): Promise<Browser | undefined> {
  try {
    return await chromium.launch(await findChromium(process.env));
  } catch (error) {
    printLine(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
    return undefined;
  }
}

/** Recordings of other sources play requests that the page no longer makes. */
async function removeOthers(folder: string): Promise<void> {
  const names = await readdir(recordingsFolder).catch(() => []);
  const others = names.map((name) => join(recordingsFolder, name)).filter((path) => path !== folder);
  await Promise.all(others.map((path) => rm(path, { recursive: true })));
}
