import { afterAll, beforeAll, expect, test } from "vitest";
import { silentLog } from "../../log.ts";
import { folderWith } from "../../testing/folders.ts";
import type { Database } from "../database.ts";
import { openPlatformDatabase } from "../open-database.ts";
import { applySchemas } from "./apply-schemas.ts";
import { readSchemas } from "./schema-files.ts";

let database: Database;
beforeAll(async () => {
  ({ database } = await openPlatformDatabase({ migrations: [], log: silentLog }));
});
afterAll(() => database.stop());

const apply = async (files: Readonly<Record<string, string>>) =>
  applySchemas(database, await readSchemas(await folderWith(files)));

const schemas = "create schema private; create schema hooks;";

test("a statement may stand above what it needs", async () => {
  await apply({
    "10_notes.sql": `create table private.notes (
        author uuid references private.authors (id),
        text text check (private.is_short(text))
      );
      create index notes_text_idx on private.notes (private.folded(text));
      create function private.folded(t text) returns text language sql immutable as 'select private.trimmed(t)';
      create function private.newest() returns private.notes language plpgsql as
        $$ begin return (select n from private.notes as n limit 1); end $$;`,
    "20_rest.sql": `create table private.authors (id uuid primary key);
      create function private.is_short(t text) returns boolean language sql immutable as 'select length(t) < 9';
      create function private.trimmed(t text) returns text language sql immutable as 'select btrim(t)';
      ${schemas}`,
  });
  const { rows } = await database.as("postgres", {}, (query) =>
    query("select private.folded(' a ') as text"),
  );
  expect(rows).toEqual([{ text: "a" }]);
  await database.as("postgres", {}, (query) => query("drop schema private, hooks cascade"));
});

test("a wrong statement is reported with its file and line", async () => {
  const files = {
    "1_a.sql": schemas,
    "2_b.sql": "select 1;\n\ncreate table private.notes (\n  text texts\n);",
  };
  await expect(apply(files)).rejects.toThrow('2_b.sql:4: type "texts" does not exist');
});

test("a function whose body is wrong is named", async () => {
  const body =
    "create function private.wrong(n int) returns int language sql as 'select count from private.notes'";
  await expect(apply({ "a.sql": `${schemas} ${body}` })).rejects.toThrow(
    'private.wrong(integer): relation "private.notes" does not exist',
  );
});

test("two statements that need each other are refused", async () => {
  const files = {
    "a.sql": `${schemas}
      create table private.one (other private.two);
      create type private.two as (other private.one);`,
  };
  await expect(apply(files)).rejects.toThrow(/^a\.sql:\d: needs something that needs it/);
});
