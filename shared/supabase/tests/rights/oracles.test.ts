import { randomUUID } from "node:crypto";
import type { Query } from "@sheaf/platform";
import { beforeAll, describe, expect, test } from "vitest";
import { columns, functions, readableColumns, readLists } from "./matrix.ts";
import { callOf } from "./testing/calls.ts";
import { type Cast, makeCast } from "./testing/cast.ts";
import { adminRow, adminRows, asAdmin, undone } from "./testing/database.ts";
import { granted } from "./testing/expectations.ts";
import { addForeignRows } from "./testing/foreign-rows.ts";
import { type Person, signUp } from "./testing/people.ts";
import { proveAll } from "./testing/prove.ts";
import { sendRequest, upload } from "./testing/requests.ts";
import { knockWithPreferences } from "./testing/two-headers.ts";

/**
 * A stranger compares other people's values with invented ones, for every column and function in the catalog, and must
 * learn nothing: rows, counts, estimates, plans, errors, statuses and the pages that were read are alike.
 */
let cast: Cast;
let stranger: Person;
beforeAll(async () => {
  cast = await makeCast();
  stranger = await signUp("stranger");
  await proveAll(stranger);
  await addForeignRows();
  // Otherwise PostgreSQL may do it by itself between two requests whose plans are compared.
  await asAdmin((query) => query("analyze"));
});

/**
 * Columns besides ids that are part of an index. The planner may look up a caller's filter there before it knows whose rows
 * it may show, so the pages read tell how many rows match. These hold no words, names or addresses: states, times, numbers
 * and keys of 32 random bytes. Ids, of which `assignee` is one, are no
 * secrets and open nothing.
 */
const indexed: Readonly<Record<string, readonly string[]>> = {
  events: ["seq"],
  files: [
    "checked_at",
    "created_at",
    "deletion_asked_at",
    "deletion_refused_at",
    "object_key",
    "purged_at",
    "removed_at",
    "status",
    "stored_at",
  ],
  item_examples: ["created_at", "object_key", "status"],
  items: ["position"],
  recipients: ["next_reminder_at", "removed_at", "unreachable_at"],
  request_links: ["token_hash"],
  requests: [
    "archived_at",
    "closed_at",
    "created_at",
    "deleted_at",
    "erased_at",
    "is_template",
    "is_test",
    "last_activity_at",
    "retain_days",
    "retain_sensitive_days",
    "status",
  ],
};
const isIndexed = (table: string, column: string) =>
  column.endsWith("id") || column === "assignee" || (indexed[table]?.includes(column) ?? false);

test("only reviewed columns are part of an index", async () => {
  const found = await adminRows<{ table: string; columns: string[] }>(
    `select c.relname as table, array_agg(distinct a.attname::text order by a.attname::text) as columns
     from pg_index i
     join pg_class c on c.oid = i.indrelid
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and a.atttypid not in ('uuid'::regtype, 'tsvector'::regtype)
     where c.relnamespace = 'public'::regnamespace and (
       a.attnum = any(i.indkey) or pg_get_expr(i.indpred, i.indrelid) ~ ('\\m' || a.attname || '\\M')
     )
     group by 1`,
  );
  expect(Object.fromEntries(found.map(({ table, columns: list }) => [table, list]))).toEqual(indexed);
});

/** A caller can't compare a column that no one may read. */
const tables = [...readLists(columns).keys()].map((table) => ({ table, list: readableColumns(table) }));

/** Values no row has; ranges that start with them are empty, and most of them are in no range of existing values. */
const invented: Readonly<Record<string, string>> = {
  uuid: "ffffffff-ffff-4fff-bfff-fffffffffff1",
  text: "zzzz-invented",
  date: "2099-01-01",
  "timestamp with time zone": "2099-01-01T00:00:00Z",
  integer: "2000000000",
  bigint: "2000000000",
  boolean: "true",
  bytea: String.raw`\xffff`,
  jsonb: '{"zzzz": "invented", "zzzy": 1, "zzzx": 1}',
  "text[]": "{zzzz}",
  tsvector: "'zzzz'",
};

interface Column {
  type: string;
  /** A value that many rows of other people have. */
  existing: string;
}

async function look(table: string, column: string): Promise<Column> {
  const { type } = await adminRow<{ type: string }>(
    `select format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = 'public.${table}'::regclass and attname = $1`,
    [column],
  );
  const [row] = await adminRows<{ existing: string }>(
    `select ${column}::text as existing from public.${table} where ${column} is not null
     and ${column}::text not in ($1, '{}') group by 1 order by count(*) desc, 1 limit 1`,
    [inventedFor(type)],
  );
  if (!row) throw new Error(`No row has a value in ${table}.${column}: add one to foreign-rows.ts`);
  return { type, existing: row.existing };
}

function inventedFor(type: string): string {
  const value = invented[type];
  if (value === undefined) throw new Error(`No invented value of type ${type}`);
  return value;
}

/** Operators by which a caller may compare a column of this type, as PostgREST and as SQL name them. */
function operatorsOf(type: string): [string, string][] {
  if (type === "tsvector") return [["fts", "@@"]];
  const compared: [string, string][] = [
    ["eq", "="],
    ["gte", ">="],
    ["lt", "<"],
  ];
  return type === "text[]" || type === "jsonb" ? [...compared, ["cs", "@>"]] : compared;
}

const quoted = (value: string) => `'${value.replaceAll("'", "''")}'`;
const literal = (type: string, value: string) =>
  type === "tsvector" ? `to_tsquery('simple', '${value}')` : quoted(value);

/** A word of the text, for a search. */
const wordOf = (vector: string) => /'([^']+)'/.exec(vector)?.[1] ?? "";

describe.each(tables)("$table", ({ table, list }) => {
  test.each(list)("%s tells nothing", async (column) => {
    const { type, existing } = await look(table, column);
    const asked = (value: string) => (type === "tsvector" ? wordOf(value) : value);
    for (const [name, symbol] of operatorsOf(type)) {
      // A planned count is the plan's estimate, which is compared for every operator.
      const counts = symbol === "=" || symbol === "@@" ? allCounts : exactCount;
      const statement = (value: string) =>
        `select ${list.join(", ")} from public.${table} where ${column} ${symbol} ${literal(type, value)}`;
      const learned = async (value: string) => ({
        plan: await planOf(statement(value)),
        pages: isIndexed(table, column) ? "not compared" : await pagesReadBy(statement(value)),
        answers: await answersTo(
          `/rest/v1/${table}?select=${list.join(",")}&${column}=${name}.${encodeURIComponent(value)}`,
          counts,
        ),
      });
      const [real, strange] = await Promise.all([asked(existing), asked(inventedFor(type))].map(learned));
      expect(real, `${column} ${symbol}`).toEqual(strange);
    }
  });
});

const exactCount = [["count=exact"]];
/** Of two headers PostgREST reads both, and the check before each request sees the last. */
const allCounts = [...exactCount, ["count=planned", "tx=commit"], ["count=estimated", "tx=commit"]];

const answersTo = (path: string, counts: readonly string[][]) =>
  Promise.all(counts.map((each) => knockWithPreferences(stranger, path, each)));

/**
 * The stranger's plan with its estimates, but without the compared values. Indexes are left out, because a partial index
 * fits only the constants that the schema gives it, which aren't secret.
 */
async function planOf(statement: string): Promise<unknown> {
  const { rows } = await stranger.sql((query) => query(`explain (format json) ${statement}`), {
    enable_indexscan: "off",
    enable_indexonlyscan: "off",
    enable_bitmapscan: "off",
  });
  return JSON.parse(JSON.stringify(rows), (key, value: unknown) => (key === "Filter" ? true : value));
}

test("a recipient of a cancelled request learns nothing about the others' files", async () => {
  const { id, requester, recipients, item } = await sendRequest({ recipients: 2 });
  const [anna, ben] = recipients as [Person, Person];
  const secret = `${randomUUID()}.pdf`;
  await upload(anna, item.id, secret);
  await upload(ben, item.id, "ben.pdf");
  granted(await requester.rpc("cancel_request", { request: id }));
  for (const [table, column] of [
    ["files", "name"],
    ["events", "data->>'name'"],
  ]) {
    const pages = (value: string) =>
      pagesReadBy(`select * from public.${table} where ${column} = '${value}'`, ben);
    expect(await pages(secret), table).toEqual(await pages("zzzz-invented"));
  }
});

/** Pages of 8 kB that a statement reads. */
async function pagesReadBy(statement: string, person = stranger): Promise<number> {
  return person.sql((query) => fewestPages(query, statement));
}

/** The first run also reads the catalog, and a later one does if another test has changed it since. */
async function fewestPages(query: Query, statement: string): Promise<number> {
  const explain = `explain (analyze, buffers, timing off, format json) ${statement}`;
  const runs: number[] = [];
  while (runs.length < 3) runs.push(pagesOf(await query<Explained>(explain)));
  return Math.min(...runs);
}

type Explained = Record<"QUERY PLAN", [{ Plan: Record<string, number> }]>;

function pagesOf({ rows }: { rows: Explained[] }): number {
  const plan = rows[0]?.["QUERY PLAN"][0].Plan;
  return (plan?.["Shared Hit Blocks"] ?? Number.NaN) + (plan?.["Shared Read Blocks"] ?? Number.NaN);
}

/** The row that an id names, its request's and a recipient's: a page each, and up to three of the index that leads there. */
const pagesOfAnId = 12;

/** Pages that a call reads, also if it is refused. All it does is undone. */
async function pagesOfAttempt(call: string): Promise<number> {
  return undone(
    (work) => stranger.sql(work),
    async (query) => {
      await query(
        `create function pg_temp.attempt(call text) returns void language plpgsql as $$
         begin execute call; exception when others then null; end $$`,
      );
      return fewestPages(query, `select pg_temp.attempt(${quoted(call)})`);
    },
  );
}

/** Functions that tell a stranger something on purpose: a link shows its holder the request or the invitation. */
const tellsOnPurpose = new Set(["peek_request", "request_access", "peek_invitation", "accept_invitation"]);

describe("functions", () => {
  const callable = functions
    .filter(({ name, cells }) => cells.get("outsider") !== "refused" && !tellsOnPurpose.has(name))
    .map(({ name }) => name);

  test.each(callable)("%s tells nothing", async (name) => {
    const real = callOf(cast, name);
    const strange = real
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, () => randomUUID())
      .replaceAll(cast.token, "x".repeat(cast.token.length));
    const learned = async (call: string) => ({
      plan: await planOf(call),
      outcome: await undone(
        (work) => stranger.sql(work),
        (query) => query(call),
      ).then(
        ({ rowCount }) => rowCount,
        ({ code, message, detail, hint }: Record<string, unknown>) => ({ code, message, detail, hint }),
      ),
    });
    expect(await learned(real)).toEqual(await learned(strange));
    const most = (await pagesOfAttempt(strange)) + pagesOfAnId;
    let pages = await pagesOfAttempt(real);
    // The planner looks at the ends of indexes, which other tests fill. That only adds pages, to both alike.
    for (let tries = 1; pages > most && tries < 5; tries += 1) pages = await pagesOfAttempt(real);
    expect(pages).toBeLessThanOrEqual(most);
  });
});

test("plans can't be asked for, whether or not a value exists", async () => {
  const { existing } = await look("requests", "title");
  for (const value of [existing, inventedFor("text")]) {
    const answer = await stranger.knock(
      `/rest/v1/requests?select=title&title=eq.${encodeURIComponent(value)}`,
      {
        headers: { accept: 'application/vnd.pgrst.plan+json; options="verbose|buffers"' },
      },
    );
    expect(answer).toMatchObject({ status: 415, body: { code: "PGRST107" } });
  }
});

test.each(["planned", "estimated"])("a count %s by statistics is refused", async (kind) => {
  const answer = await stranger.knock("/rest/v1/requests?select=id&limit=0", {
    headers: { prefer: `count=${kind}` },
  });
  expect(answer).toMatchObject({ status: 400, body: { message: "Only count=exact is available." } });
  expect(
    await knockWithPreferences(stranger, "/rest/v1/requests?select=id", [`count=${kind}`, "tx=commit"]),
    "of two headers the check sees only the last, so it can't be the only protection",
  ).toMatchObject({ range: expect.stringMatching(/\/\d+$/) });
});

test("no column and no expression of an index has statistics", async () => {
  const kept = await adminRows(
    `select c.relname, a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
       and (c.relkind in ('r', 'p', 'm') or (c.relkind = 'i' and exists (
         select from pg_index i where i.indexrelid = c.oid and i.indkey[a.attnum - 1] = 0
       )))
       and coalesce(a.attstattarget, -1) <> 0`,
  );
  expect(kept).toEqual([]);
  expect(await adminRows("select tablename, attname from pg_stats where schemaname = 'public'")).toEqual([]);
});
