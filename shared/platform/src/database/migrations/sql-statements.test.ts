import { expect, test } from "vitest";
import { sqlStatements } from "./sql-statements.ts";

const texts = (script: string) => sqlStatements(script).map(({ text }) => text);

test("a script is split only at the semicolons that end statements", () => {
  const statements = [
    "select 1",
    "select 'a;b', 'it''s; fine', \"odd;name\"",
    String.raw`select E'quote \'; still in', e'\\'`,
    "do $$ begin perform 1; end $$",
    "do $body$ select '$$;'; $body$",
    "create function f(x int) returns int language sql begin atomic select case when x > 0 then 1 else 0 end; select 2; end",
    "select 1 /* a; /* nested; */ b; */ + 1",
    "select 2 -- not here; nor here\n + 1",
    "select $1 + price$x, n$",
    "begin",
  ];
  expect(texts(`${statements.join(";\n")};`)).toEqual(statements);
});

test("comments and empty statements before a statement are not part of it", () => {
  expect(sqlStatements("-- why\n;;\n/* more */\nselect 1;\n\n  select\n  2")).toEqual([
    { text: "select 1", line: 4 },
    { text: "select\n  2", line: 6 },
  ]);
});

test("an unclosed quote loses no text", () => {
  expect(texts("select 1; select 'open; text")).toEqual(["select 1", "select 'open; text"]);
  expect(texts("select $$ open; text")).toEqual(["select $$ open; text"]);
  expect(texts("select 1 /* open; text")).toEqual(["select 1 /* open; text"]);
});

test("a file without statements has none", () => {
  expect(texts("")).toEqual([]);
  expect(texts(" -- nothing yet\n")).toEqual([]);
});
