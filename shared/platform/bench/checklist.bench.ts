import { performance } from "node:perf_hooks";
import process from "node:process";
import { parseArgs } from "node:util";
import { print, printTable, progress } from "@sheaf/bench/report";
import { percentile } from "@sheaf/bench/statistics";
import { bounds } from "../scale/bounds.ts";
import { type FilledWorkspace, fillWorkspace, vacuum } from "../scale/fill-workspace.ts";
import { filesPerItem, growRequest } from "../scale/grow-request.ts";
import { type PageRequest, pageRequests } from "../scale/page-requests.ts";
import { sendPageRequest } from "../scale/send-page-request.ts";
import { startPlatform } from "../src/platform.ts";

/**
 * Compares a request of 100 items with one of 5 in the same database: each read of its pages over PostgREST, in turn, and
 * what opening the page takes, which makes its reads at once.
 */
const { values: options } = parseArgs({ options: { quick: { type: "boolean", default: false } } });
const times = options.quick ? 30 : 300;
const warmUp = 10;
const items = { large: 100, small: 5 };
const others = 60;
const goal = 1.5;

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
  const reads = (await pageRequests()).filter(({ name, query }) => {
    const isOfOneRequest = query.some(([parameter]) => /^(?:id|request_id|request)$/.test(parameter));
    return name in bounds && isOfOneRequest;
  });
  const named = new Map(reads.map((read) => [read.name, read]));
  progress(`${named.size} reads, ${times} times each`);
  const table: string[][] = [];
  for (const read of named.values()) table.push(await compare(read.name, workspaces, [read]));
  for (const as of ["owner", "recipient"] as const) {
    const page = [...named.values()].filter(({ name }) => bounds[name]?.as === as);
    table.push(await compare(`the ${as}’s page, ${page.length} at once`, workspaces, page));
  }
  print(
    `Requests of ${items.large} and ${items.small} items with ${filesPerItem} files each, 95th percentile in ms; ` +
      `ratios above the goal of ${goal} are marked:`,
  );
  printTable(["", `${items.large} items`, `${items.small} items`, "ratio"], table);
} finally {
  await platform.stop();
}

async function filled(count: number): Promise<FilledWorkspace> {
  const workspace = await fillWorkspace(platform.database, others);
  await growRequest(platform.database, workspace, count);
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
