import { randomUUID } from "node:crypto";
import process from "node:process";
import { type Platform, startPlatform } from "@sheaf/platform";
import { scaled } from "@sheaf/testing/scaled";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readSizes } from "../functions/function-entry.ts";
import { bounds, indexesForOthers } from "./bounds.ts";
import { type FilledWorkspace, fillWorkspace, vacuum } from "./fill-workspace.ts";
import { measure, type MeasuredStatement, needsIndex, type PlanMode, statementFor } from "./measure.ts";
import { type PageRequest, pageRequests, withNarrowed } from "./page-requests.ts";
import { seedWorkspaces } from "./seed-workspaces.ts";
import { type StatementWatch, watchStatements } from "./watch-statements.ts";

/**
 * The page's queries, as its tapes have them, in a large workspace beside many small ones. PostgREST writes the
 * statements; each is explained with the values known and unknown, as PostgreSQL plans the first and the later runs of
 * a prepared statement.
 */
const requests = { large: 100_000, small: 20 };
const smallWorkspaces = 200;

const modes = ["force_custom_plan", "force_generic_plan"] as const;
const recorded = (await pageRequests()).flatMap(withNarrowed);

/** Writes are measured as one function, because a change needs the id that the creation returns. */
const measuredLife = `
  create function public.measured_life(workspace uuid) returns void language plpgsql as $$
  declare
    draft constant jsonb := '{
      "title": "Accounts", "message": "", "due_on": null,
      "recipients": [{ "email": "ana@scale.example", "name": "" }],
      "items": [{ "title": "Statement", "instructions": "", "kind": "file", "required": true, "accepts": [] }]
    }';
    request uuid := public.create_request(workspace, draft);
  begin
    perform public.edit_request(request, 0, '{ "title": "Accounts of the year" }');
    perform public.send_request(request, true);
    perform public.cancel_request(request);
  end
  $$`;

let watch: StatementWatch;
let platform: Platform;
let workspace: FilledWorkspace;

beforeAll(async () => {
  const server = process.env["DATABASE_URL"];
  if (server === undefined) throw new Error("Set DATABASE_URL to a PostgreSQL server.");
  watch = await watchStatements(server);
  platform = await startPlatform({ databaseUrl: watch.connectionString });
  const { database } = platform;
  const others = Array.from({ length: smallWorkspaces }, () => ({ id: randomUUID(), ownerId: randomUUID() }));
  await seedWorkspaces(database, { workspaces: others, requests: requests.small });
  workspace = await fillWorkspace(database, requests.large);
  await database.as("supabase_admin", {}, (query) => query(measuredLife));
  await vacuum(database);
});

afterAll(async () => {
  await platform.stop();
  await watch.close();
});

const label = ({ name, query }: PageRequest) =>
  [
    name,
    ...query
      .filter(([part]) => /^(?:filter|sort|search|after_|assignee|tag|repeats|due_)/.test(part))
      .map((pair) => pair.join("=")),
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

test("Auth's hook finds an address that was asked, and one that wasn't, in a few pages", async () => {
  const pages = await platform.database.as("supabase_admin", {}, async (query) => {
    const { rows: asked } = await query<{ email: string }>(
      "select email from public.recipients where user_id is null and removed_at is null order by id limit 1",
    );
    const read = async (email: string) => {
      const { rows } = await query<{ "QUERY PLAN": { Plan: Record<string, number> }[] }>(
        "explain (analyze, buffers, format json) select private.is_expected($1)",
        [email],
      );
      const plan = rows[0]?.["QUERY PLAN"][0]?.Plan ?? {};
      return Number(plan["Shared Hit Blocks"]) + Number(plan["Shared Read Blocks"]);
    };
    await read("warm@scale.example");
    return [await read(String(asked[0]?.email)), await read("nobody@scale.example")];
  });
  for (const each of pages) expect(each).toBeLessThanOrEqual(readSizes.few);
});

const bounded = recorded.flatMap((request) => {
  const bound = bounds[request.name];
  return bound ? [{ label: label(request), request, bound }] : [];
});

type Bounded = (typeof bounded)[number];

const statementOf = once(async ({ request, bound }: Bounded) => {
  const caller = workspace[bound.as];
  const values = { ...workspace.values, user_id: caller.userId };
  return { caller, statement: await statementFor(watch, platform, { request, caller, values }) };
});

const measuredIn = (mode: PlanMode) =>
  once(async (query: Bounded) => measure(platform.database, { ...(await statementOf(query)), mode }));
const measured = {
  force_custom_plan: measuredIn("force_custom_plan"),
  force_generic_plan: measuredIn("force_generic_plan"),
};

/** Finds the value of each key once, whichever test asks first. */
function once<Key, Value>(find: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const found = new Map<Key, Promise<Value>>();
  return (key) => {
    const value = found.get(key) ?? find(key);
    found.set(key, value);
    return value;
  };
}

describe.each(modes)("with a %s", (mode) => {
  test.each(bounded)("$label", async (query) => {
    const bound = readSizes[query.bound.reads];
    const first = await measured[mode](query);
    // Autovacuum may refresh the statistics just then: functions are planned anew, and that reads the catalog.
    const { buffers, plan } =
      first.buffers <= bound
        ? first
        : await measure(platform.database, { ...(await statementOf(query)), mode });
    expect(buffers, plan).toBeLessThanOrEqual(bound);
  });
});

test.each(modes)("a request is created, changed, sent and cancelled, with a %s", async (mode) => {
  const { buffers, plan } = await measure(platform.database, {
    statement: { text: `select public.measured_life('${workspace.id}')`, types: [], values: [] },
    caller: workspace.owner,
    mode,
  });
  expect(buffers, plan).toBeLessThanOrEqual(readSizes.longList);
});

test.each(modes)("a thousand files are opened at once, with a %s", async (mode) => {
  const { rows } = await platform.database.as("supabase_admin", {}, (query) =>
    query<{ id: string }>("select id from public.files where workspace_id = $1 order by id limit 1000", [
      workspace.id,
    ]),
  );
  const files = rows.map(({ id }) => id).join(",");
  const opened = `select from public.open_files('{${files}}', 'view')`;
  const { buffers, plan } = await measure(platform.database, {
    statement: { text: opened, types: [], values: [] },
    caller: workspace.owner,
    mode,
  });
  expect(buffers, plan).toBeLessThanOrEqual(readSizes.few * rows.length);
});

test.each([
  ["a rare word finds every request", "quokka", 200],
  ["a common word says that it shows the latest", "mort", 206],
])("a search for %s", async (_, search, status) => {
  const { id, owner } = workspace;
  const url = new URL("/rest/v1/rpc/search_requests", platform.url);
  for (const [name, value] of Object.entries({ workspace: id, search })) url.searchParams.set(name, value);
  const response = await fetch(url, {
    headers: { apikey: platform.anonKey, authorization: `Bearer ${owner.token}` },
  });
  expect(response.status).toBe(status);
});

/** Pages by which two runs of one query may differ. */
const noise = 10;

test("a query reads more without any index that pages need", { timeout: scaled(120_000) }, async () => {
  const users = new Map<string, { buffers: number; statement: MeasuredStatement }[]>();
  for (const query of bounded) {
    const statement = { ...(await statementOf(query)), mode: "force_custom_plan" as const };
    const { buffers, indexes } = await measured.force_custom_plan(query);
    for (const index of indexes) {
      users.set(index, [...(users.get(index) ?? []), { buffers, statement }]);
    }
  }
  const { rows } = await platform.database.as("supabase_admin", {}, (query) =>
    query<{ name: string }>(
      `select i.indexrelid::regclass::text as name
       from pg_index as i
       join pg_class as c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
       where not exists (select from pg_constraint where conindid = i.indexrelid)
       order by 1`,
    ),
  );
  const names = rows.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(indexesForOthers)));
  const unnoticed: string[] = [];
  for (const index of names) {
    // Every query would run without it, for nothing.
    if (index in indexesForOthers) continue;
    const queries = users.get(index) ?? [];
    const isNeeded = await needsIndex(
      platform.database,
      { index, statements: queries.map(({ statement }) => statement) },
      ({ buffers }, position) => buffers > (queries[position]?.buffers ?? Number.POSITIVE_INFINITY) + noise,
    );
    if (!isNeeded) unnoticed.push(index);
  }
  expect(unnoticed).toEqual([]);
});
