import { randomUUID } from "node:crypto";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Platform, startPlatform } from "../src/platform.ts";
import { bounds } from "./bounds.ts";
import { type FilledWorkspace, fillWorkspace, vacuum } from "./fill-workspace.ts";
import { measure, statementFor } from "./measure.ts";
import { type PageRequest, pageRequests } from "./page-requests.ts";
import { seedWorkspace } from "./seed-workspace.ts";
import { type StatementWatch, watchStatements } from "./watch-statements.ts";

/**
 * The page's queries, as its tapes have them, in a large workspace beside many small ones. PostgREST writes the
 * statements; each is explained with the values known and unknown, as PostgreSQL plans the first and the later runs of
 * a prepared statement.
 */
const requests = { large: 100_000, small: 20 };
const smallWorkspaces = 200;

const modes = ["force_custom_plan", "force_generic_plan"] as const;
const recorded = await pageRequests();

let watch: StatementWatch;
let platform: Platform;
let workspace: FilledWorkspace;

beforeAll(async () => {
  const server = process.env["DATABASE_URL"];
  if (server === undefined) throw new Error("Set DATABASE_URL to a PostgreSQL server.");
  watch = await watchStatements(server);
  platform = await startPlatform({ databaseUrl: watch.connectionString });
  const { database } = platform;
  workspace = await fillWorkspace(database, requests.large);
  for (let number = 0; number < smallWorkspaces; number += 1) {
    const [workspaceId, ownerId] = [randomUUID(), randomUUID()];
    await seedWorkspace(database, { workspaceId, ownerId, requests: requests.small });
  }
  await vacuum(database);
});

afterAll(async () => {
  await platform.stop();
  await watch.close();
});

const label = ({ name, query }: PageRequest) =>
  [
    name,
    ...query.filter(([part]) => /^(?:filter|sort|search|after_)/.test(part)).map((pair) => pair.join("=")),
  ].join(" ");

test("every query of the page has a bound", async () => {
  const { rows } = await platform.database.as("supabase_admin", {}, (query) =>
    query<{ name: string }>(
      "select proname as name from pg_proc where pronamespace = 'public'::regnamespace and provolatile = 'v'",
    ),
  );
  const writes = new Set(rows.map(({ name }) => name));
  const reads = new Set(recorded.map(({ name }) => name).filter((name) => !writes.has(name)));
  expect(Object.keys(bounds).toSorted()).toEqual([...reads].toSorted());
});

const bounded = recorded.flatMap((request) => {
  const bound = bounds[request.name];
  return bound ? [{ label: label(request), request, bound }] : [];
});

describe.each(modes)("with a %s", (mode) => {
  test.each(bounded)("$label", async ({ request, bound }) => {
    const caller = workspace[bound.as];
    const statement = await statementFor(watch, platform, {
      request,
      caller,
      values: { ...workspace.values, user_id: caller.userId },
    });
    const { buffers, plan } = await measure(platform.database, { statement, caller, mode });
    expect(buffers, plan).toBeLessThanOrEqual(bound.buffers);
  });
});
