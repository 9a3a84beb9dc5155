import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { silentLog } from "../../log.ts";
import { testEngines } from "../../testing/engines.ts";
import { simpleQuery } from "./backend-messages.ts";
import type { Database } from "../database.ts";
import { serveEngine } from "../engine/embedded-database.ts";
import { createEngine } from "../engine/engine.ts";
import { exchange } from "./exchange.ts";
import { loginString } from "../server-database.ts";

describe("connections to the embedded engine", () => {
  let database: Database;
  beforeAll(async () => {
    const [embedded] = testEngines({});
    if (embedded === undefined) throw new Error("There is always an embedded engine.");
    database = await embedded.open();
  });
  afterAll(() => database.stop());

  function connectionOf(user: string): Client {
    const client = new Client({ connectionString: loginString(database.connectionString, user) });
    client.on("error", () => undefined);
    return client;
  }

  async function connected(user: string): Promise<Client> {
    const client = connectionOf(user);
    await client.connect();
    onTestFinished(() => client.end());
    return client;
  }

  test("each have their own user", async () => {
    const [migration, api] = await Promise.all([connected("postgres"), connected("authenticator")]);
    const who = "select session_user::text as me";
    for (let round = 0; round < 3; round += 1) {
      expect((await migration.query(who)).rows).toEqual([{ me: "postgres" }]);
      expect((await api.query(who)).rows).toEqual([{ me: "authenticator" }]);
    }
    await expect(migration.query("set role supabase_admin")).rejects.toMatchObject({ code: "42501" });
    await expect(api.query("select email from auth.users")).rejects.toMatchObject({ code: "42501" });
  });

  test.each(["anon", "authenticated", "nobody_we_know"])(
    "are refused to %s, who cannot log in",
    async (user) => {
      await expect(connectionOf(user).connect()).rejects.toMatchObject({ code: "28000" });
    },
  );

  test("never run each other's prepared statement, however they interleave", async () => {
    const clients = await Promise.all(Array.from({ length: 4 }, () => connected("postgres")));
    const responses = await Promise.all(
      clients.map(async (client, index) => {
        const mine: string[] = [];
        for (let round = 0; round < 25; round += 1) {
          const { rows } = await client.query<{ mine: string }>("select $1::text as mine", [
            `${index}/${round}`,
          ]);
          mine.push(...rows.map((row) => row.mine));
        }
        return mine;
      }),
    );
    const expected = clients.map((_, index) =>
      Array.from({ length: 25 }, (__, round) => `${index}/${round}`),
    );
    expect(responses).toEqual(expected);
  });

  test("wait for another transaction and see none of it before its end", async () => {
    const [writer, reader] = await Promise.all([connected("postgres"), connected("postgres")]);
    await writer.query("create table public.waited (n int)");
    await writer.query("begin");
    await writer.query("insert into public.waited values (1)");
    const order: string[] = [];
    const read = (async () => {
      const { rows } = await reader.query("select n from public.waited");
      order.push("read");
      return rows;
    })();
    await writer.query("insert into public.waited values (2)");
    order.push("written");
    await writer.query("commit");
    expect(await read).toEqual([{ n: 1 }, { n: 2 }]);
    expect(order).toEqual(["written", "read"]);
  });

  test("lose uncommitted changes when they disconnect", async () => {
    const other = await connected("postgres");
    const broken = connectionOf("postgres");
    await broken.connect();
    await other.query("create table public.broken_off (n int)");
    await broken.query("begin");
    await broken.query("insert into public.broken_off values (1)");
    const counted = other.query("select count(*)::int as n from public.broken_off");
    broken.connection.stream.destroy();
    expect((await counted).rows).toEqual([{ n: 0 }]);
  });

  test("don't share settings", async () => {
    const [one, other] = await Promise.all([connected("postgres"), connected("postgres")]);
    await one.query("set search_path to pg_temp");
    expect((await other.query("show search_path")).rows).toEqual([
      { search_path: '"$user", public, extensions' },
    ]);
    const auth = await connected("supabase_auth_admin");
    expect((await auth.query("show search_path")).rows).toEqual([{ search_path: "auth" }]);
  });

  test("transfer long statements and responses completely", async () => {
    const client = await connected("postgres");
    const long = "ä".repeat(3_000_000);
    const { rows } = await client.query<{ back: string }>("select $1::text as back", [long]);
    expect(rows[0]?.back === long).toBe(true);
  });

  test("get an error for COPY FROM STDIN, and the others continue", async () => {
    const client = connectionOf("postgres");
    await client.connect();
    await client.query("create table public.copied (text text)");
    await client.query("insert into public.copied values ($1)", ["; copy this from stdin"]);
    await expect(client.query("copy public.copied from stdin")).rejects.toMatchObject({ code: "0A000" });
    const other = await connected("postgres");
    expect((await other.query("select text from public.copied")).rows).toEqual([
      { text: "; copy this from stdin" },
    ]);
  });

  test("continue after an error within a pipeline", async () => {
    const client = await connected("postgres");
    await expect(client.query("select $1::int", ["no number"])).rejects.toMatchObject({ code: "22P02" });
    expect((await client.query("select $1::int as n", [7])).rows).toEqual([{ n: 7 }]);
  });
});

test("an engine that failed internally returns errors to everyone and can still be stopped", async () => {
  const engine = await createEngine("");
  const database = await serveEngine(engine, silentLog);
  // The relay blocks this statement, because the engine fails when rows should follow.
  await database.as("supabase_admin", {}, (query) => query("create table public.rows (n int)"));
  await expect(exchange(engine, simpleQuery("copy public.rows from stdin"))).rejects.toThrow("has failed");
  await expect(database.as("supabase_admin", {}, (query) => query("select 1"))).rejects.toThrow("has failed");
  await database.stop();
});
