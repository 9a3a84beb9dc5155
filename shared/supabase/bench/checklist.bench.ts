import { performance } from "node:perf_hooks";
import process from "node:process";
import { parseArgs } from "node:util";
import { print, printTable, progress } from "@sheaf/bench/report";
import { percentile } from "@sheaf/bench/statistics";
import { startPlatform } from "@sheaf/platform";
import { bounds } from "../tests/scale/bounds.ts";
import { type FilledWorkspace, fillWorkspace, vacuum } from "../tests/scale/fill-workspace.ts";
import { filesPerItem, growQuestions, growRequest } from "../tests/scale/grow-request.ts";
import { type PageRequest, pageRequests } from "../tests/scale/page-requests.ts";
import { sendPageRequest } from "../tests/scale/send-page-request.ts";

/**
 * Compares a request of 100 items with one of 5 in the same database: each read of its pages over PostgREST, in turn, and
 * what opening the page takes, which makes its reads at once. Then one of 200 questions with one of 5, both of 100 items.
 */
const { values: options } = parseArgs({ options: { quick: { type: "boolean", default: false } } });
const times = options.quick ? 8 : 300;
const warmUp = options.quick ? 2 : 10;
const items = { large: 100, small: 5 };
const questions = { large: 200, small: 5 };
/** Requests beside it in its workspace: PostgreSQL plans for a table of some size, which a new workspace doesn’t have. */
const others = options.quick ? 2_000 : 20_000;
const goal = 1.5;

/** Requests of each page when it is opened, as its tapes have them. */
const pages = {
  owner: [
    "profiles by user_id",
    "members by user_id",
    "requests by id items.files.status items.removed_at recipients.removed_at",
    "access_requests by decided_at order request_id",
    "request_links by request_id",
    "events by limit order request_id",
  ],
  recipient: ["requests by events.kind id items.removed_at recipients.user_id", "request_people"],
};

/** The checklist with its questions, as each side reads it, and the marks of unread ones. */
const questionReads = [
  "requests by id items.files.status items.removed_at recipients.removed_at",
  "requests by events.kind id items.removed_at recipients.user_id",
  "unread_questions",
];

const databaseUrl = process.env["DATABASE_URL"];
if (databaseUrl === undefined) {
  throw new Error(
    "Set DATABASE_URL to a PostgreSQL server. The database is created there and dropped at the end.",
  );
}
const platform = await startPlatform({ databaseUrl });
try {
  const workspaces = [await filled(items.large), await filled(items.small)];
  await vacuum(platform.database);
  const named = new Map((await pageRequests()).map((read) => [read.name, read]));
  const readNamed = (name: string): PageRequest => {
    const read = named.get(name);
    if (!read) throw new Error(`No tape has ${name}.`);
    return read;
  };
  progress(`${Object.values(pages).flat().length} reads, ${times} times each`);
  const table: string[][] = [];
  for (const [reader, names] of Object.entries(pages)) {
    const reads = names.map(readNamed);
    for (const read of reads) table.push(await compare(read.name, workspaces, [read]));
    table.push(await compare(`the ${reader}’s page, ${reads.length} at once`, workspaces, reads));
  }
  print(
    `Requests of ${items.large} and ${items.small} items with ${filesPerItem} files each, 95th percentile in ms; ` +
      `ratios above the goal of ${goal} are marked:`,
  );
  printTable(["", `${items.large} items`, `${items.small} items`, "ratio"], table);

  const asked = [await filled(items.large, questions.large), await filled(items.large, questions.small)];
  await vacuum(platform.database);
  const byQuestions: string[][] = [];
  for (const name of questionReads) byQuestions.push(await compare(name, asked, [readNamed(name)]));
  print(`Requests of ${items.large} items, with ${questions.large} and ${questions.small} questions:`);
  printTable(["", `${questions.large} questions`, `${questions.small} questions`, "ratio"], byQuestions);
} finally {
  await platform.stop();
}

async function filled(count: number, asked?: number): Promise<FilledWorkspace> {
  const workspace = await fillWorkspace(platform.database, others);
  await growRequest(platform.database, workspace, count);
  if (asked !== undefined) await growQuestions(platform.database, workspace, asked);
  return workspace;
}

function send(request: PageRequest, workspace: FilledWorkspace): Promise<unknown> {
  const caller = workspace[bounds[request.name]?.as ?? "owner"];
  const values = { ...workspace.values, user_id: caller.userId };
  return sendPageRequest(platform, { request, caller, values });
}

/** Sends the reads at once, in one workspace and then in the other. The first rounds don't count. */
async function compare(
  label: string,
  workspaces: readonly FilledWorkspace[],
  reads: readonly PageRequest[],
): Promise<string[]> {
  const taken = workspaces.map((): number[] => []);
  for (let round = 0; round < times + warmUp; round += 1) {
    for (const [which, workspace] of workspaces.entries()) {
      const startedAt = performance.now();
      await Promise.all(reads.map((read) => send(read, workspace)));
      if (round >= warmUp) taken[which]?.push(performance.now() - startedAt);
    }
  }
  const [large = Number.NaN, small = Number.NaN] = taken.map((each) => percentile(each, 0.95));
  const ratio = large / small;
  return [label, large.toFixed(1), small.toFixed(1), `${ratio.toFixed(2)}${ratio > goal ? " (!)" : ""}`];
}
