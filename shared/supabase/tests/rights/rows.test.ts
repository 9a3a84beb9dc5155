import { beforeAll, describe, expect, test } from "vitest";
import { readableColumns, readTable, rows } from "./matrix.ts";
import { askedCells } from "./testing/asked-cells.ts";
import { type Cast, makeCast } from "./testing/cast.ts";
import { adminRows } from "./testing/database.ts";

let cast: Cast;
beforeAll(async () => {
  cast = await makeCast();
});

/** SQL condition for the rows that a term of the matrix stands for. */
function condition(word: string, table: string): string {
  const member = (workspace: string) =>
    table === "profiles"
      ? `user_id in (select user_id from public.members where workspace_id = '${workspace}')`
      : `${table === "workspaces" ? "id" : "workspace_id"} = '${workspace}'`;
  if (word === "A") return member(cast.workspaceA);
  if (word === "B") return member(cast.workspaceB);
  if (word === "own") return "user_id = $1";
  if (word === "met") {
    const met = `select user_id from public.recipients where request_id = '${cast.request}'`;
    return `user_id in (${met} union select sent_by from public.requests where id = '${cast.request}')`;
  }
  if (word === "asked") {
    if (table === "workspaces") return `id = '${cast.workspaceA}'`;
    const ofRequest = `${table === "requests" ? "id" : "request_id"} = '${cast.request}'`;
    // The one event of the request that only members read.
    return table === "events" ? `${ofRequest} and kind <> 'recipient_removed'` : ofRequest;
  }
  if (word === "handed") {
    const item = cast.items.at(-1);
    if (table === "messages")
      return `question_id in (select id from public.questions where item_id = '${item}')`;
    return `${table === "items" ? "id" : "item_id"} = '${item}'`;
  }
  throw new Error(`Unknown term in the matrix: ${word}`);
}

const byText = (list: unknown[]) => list.map((row) => JSON.stringify(row)).sort();

describe.each(readTable(rows))("$name", ({ name: table, cells }) => {
  test.each(askedCells(cells))("%s reads: %s", async (who, word) => {
    const person = cast.person(who);
    const { status, body } = await person.knock(
      `/rest/v1/${table}?select=${readableColumns(table).join(",")}`,
    );

    if (word === "refused") {
      expect({ status, body }).toMatchObject({ status: 401, body: { code: "42501" } });
    } else if (word === "none") {
      expect({ status, body }).toEqual({ status: 200, body: [] });
    } else {
      const where = condition(word, table);
      const expected = await adminRows<{ row: unknown }>(
        `select to_jsonb(t) as row from public.${table} as t where ${where}`,
        where.includes("$1") ? [person.userId] : [],
      );
      expect(expected.length, "the matrix would prove nothing on an empty table").toBeGreaterThan(0);
      expect(byText(keysOf(table, body as Row[]))).toEqual(
        byText(
          keysOf(
            table,
            expected.map(({ row }) => row as Row),
          ),
        ),
      );
    }
  });
});

type Row = Record<string, unknown>;

/** Columns that identify a row. Timestamps are left out, because SQL and the API format them differently. */
function keysOf(table: string, list: Row[]): unknown[] {
  const keys: Readonly<Record<string, string[]>> = {
    profiles: ["user_id"],
    members: ["workspace_id", "user_id"],
    request_links: ["request_id"],
    request_search: ["request_id"],
    recipient_items: ["item_id"],
    events: ["request_id", "seq"],
  };
  return list.map((row) => (keys[table] ?? ["id"]).map((key) => row[key]));
}
