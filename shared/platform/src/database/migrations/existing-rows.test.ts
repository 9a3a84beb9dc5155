import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { productMigrations } from "../../product-files.ts";
import { testEngines } from "../../testing/engines.ts";
import type { Database, Query } from "../database.ts";
import { applyMigrations } from "./apply-migrations.ts";
import { readMigrations } from "./migration-files.ts";

/** Last migration of version 0.1.0. */
const released = "20261129020100";

const id = "00000000-0000-4000-8000-000000000001";

/** Values that pass the checks of their columns; others are chosen by type. */
const valid: Readonly<Record<string, string>> = {
  email: "a@b.example",
  mime: "application/pdf",
  network: "192.0.2.1",
  object_key: `${id}/a`,
  role: "admin",
  "events.kind": "created",
  "items.kind": "file",
  "private.file_reads.purpose": "view",
  "private.jobs.kind": "bulk",
  "private.member_emails.arrivals": "none",
  "private.outbox.kind": "security",
  "private.outbox.user_id": id,
  "private.proofs.act": "email",
  "private.repeats.every": "year",
  "private.suppressed_addresses.reason": "asked",
  "private.wrong_attempts.kind": "code",
};

/** Tables with the columns that need a value. Rows refer to each other, because all ids are the same. */
const insertions = `
  select c.oid::regclass::text as table, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns,
    string_agg(
      quote_literal(coalesce(
        $1::jsonb ->> (c.oid::regclass || '.' || a.attname), $1::jsonb ->> a.attname,
        case
          when t.typname = 'uuid' then '${id}'
          when t.typname = 'jsonb' or t.typcategory = 'A' then '{}'
          when t.typcategory = 'N' then '1'
          when t.typcategory = 'B' then 'true'
          when t.typcategory = 'D' then '2026-01-01'
          else 'a'
        end
      )), ', ' order by a.attnum
    ) as values
  from pg_class as c
  join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type as t on t.oid = a.atttypid
  where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
    and (
      a.attnotnull and (t.typname = 'uuid' or not a.atthasdef and a.attidentity = '')
      or $1::jsonb ? (c.oid::regclass || '.' || a.attname)
    )
  group by c.oid order by 1`;

describe.each(testEngines(process.env))("on $name", ({ open }) => {
  let database: Database;
  let tables: string[];
  beforeAll(async () => {
    database = await open();
    const all = await readMigrations(productMigrations);
    await applyMigrations(
      database,
      all.filter(({ version }) => version <= released),
    );
    tables = await database.as("supabase_admin", { session_replication_role: "replica" }, fill);
    await applyMigrations(database, all);
  });
  afterAll(() => database?.stop());

  const rowsOf = <Row extends Record<string, unknown>>(text: string) =>
    database.as("supabase_admin", {}, async (query) => (await query<Row>(text)).rows);

  test("rows of every table of version 0.1.0 survive later migrations", async () => {
    expect(tables.length).toBeGreaterThan(60);
    const left = await rowsOf<{ table: string }>(
      tables
        .map((table) => `select '${table}' as table where exists (select from ${table})`)
        .join(" union all "),
    );
    expect(left.map(({ table }) => table)).toEqual(tables);
  });

  test("a request of version 0.1.0 is in the list of all requests", async () => {
    const entries = await rowsOf(
      "select request_id, stage, due_on::text from private.list_entries where key = private.list_key(null, null)",
    );
    expect(entries).toEqual([{ request_id: id, stage: "draft", due_on: "infinity" }]);
  });
});

/** Adds a row to every table that is empty. @returns all tables. */
async function fill(query: Query): Promise<string[]> {
  await query("insert into auth.users (id, email) values ($1, 'a@b.example')", [id]);
  const { rows } = await query<{ table: string; columns: string; values: string }>(insertions, [
    JSON.stringify(valid),
  ]);
  for (const { table, columns, values } of rows) {
    await query(`insert into ${table} (${columns}) select ${values} where not exists (select from ${table})`);
  }
  return rows.map(({ table }) => table);
}
