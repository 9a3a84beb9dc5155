import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { scaled } from "@sheaf/testing/scaled";
import { expect, onTestFinished, test } from "vitest";
import { type DocumentRequest, sendRequest } from "../../testing/documents.ts";
import { setUpPurgeScene } from "../../testing/purge-scene.ts";
import { purge } from "../../testing/start-purge.ts";
import { runWorker, startWorker } from "../../testing/start-worker.ts";

const scene = setUpPurgeScene();

/** Moves the clock that decides what is due, to so many days from now and a bit. */
async function day(days: number): Promise<void> {
  await scene.sql("delete from private.test_clock");
  await scene.sql(
    "insert into private.test_clock (at) values (now() + $1 * interval '1 day' + interval '1 hour')",
    [days],
  );
}

async function runOnce() {
  const { code, output } = await runWorker(scene.platform.url, ["--once", "expiry"]);
  return { code, report: output === "" ? undefined : (JSON.parse(output) as Record<string, unknown>) };
}

const keep = (requests: readonly DocumentRequest[]) =>
  scene.sql("update public.workspaces set retain_days = 30 where id = any($1)", [
    requests.map(({ workspace }) => workspace),
  ]);

/** Rows of the database that hold a text, as "table: row". */
async function findInTables(text: string): Promise<string[]> {
  const tables = await scene.sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await scene.sql<{ row: string }>(
      `select t::text as row from ${name} as t where strpos(t::text, $1) > 0 or strpos(t::text, encode(convert_to($1, 'UTF8'), 'hex')) > 0`,
      [text],
    );
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}

/** Keys of objects on the volume that hold a text. */
async function findOnVolume(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const key of await scene.keysOnDisk())
    for (const version of await readdir(scene.folderOf(key)))
      if ((await readFile(join(scene.folderOf(key), version))).includes(text)) found.push(key);
  return found;
}

test("warns twice, then erases, and after the purge no table and no byte on disk has what was sent", async () => {
  const planted = "My lawyer has the original since 1987";
  const withFile = await sendRequest(scene.platform);
  await withFile.add();
  await withFile.accept();
  const withNote = await sendRequest(scene.platform);
  await withNote.decline(planted);
  await withNote.accept();
  await keep([withFile, withNote]);
  expect(await findInTables(planted)).not.toEqual([]);
  expect(await findOnVolume("%PDF-1.7")).toHaveLength(1);

  expect(await runOnce()).toEqual({ code: 0, report: undefined });
  for (const [at, requests] of [
    [17, { planned: 4, erased: 0, deleted: 0 }],
    [29, { planned: 2, erased: 0, deleted: 0 }],
    [32, { planned: 0, erased: 2, deleted: 0 }],
  ] as const) {
    await day(at);
    expect((await runOnce()).report).toMatchObject({ task: "expiry", requests, msg: "Done" });
  }
  // "Deleted" is said of an object only once it is gone.
  expect(await scene.purgedKeys()).toEqual([]);
  expect(await findOnVolume("%PDF-1.7")).toHaveLength(1);
  expect((await purge(scene.platform.url)).report["purged"]).toMatchObject({ expired: 1 });
  expect(await scene.purgedKeys()).toHaveLength(1);
  expect(await findInTables(planted)).toEqual([]);
  expect(await findOnVolume("%PDF-1.7")).toEqual([]);
  expect(await runOnce()).toEqual({ code: 0, report: undefined });
});

test(
  "erases each request once, also if it is killed while it erases and started again",
  { timeout: scaled(120_000) },
  async () => {
    const sent = await sendRequest(scene.platform);
    await sent.add();
    await sent.accept();
    await keep([sent]);
    // Copies of the request that a person would have made one by one.
    const count = 200;
    await scene.sql(
      `with copied as (
         insert into public.requests (workspace_id, title, status, created_by, sent_at, sent_by, closed_at)
         select r.workspace_id, r.title, 'done', r.created_by, r.sent_at, r.sent_by, r.closed_at
         from public.requests as r, generate_series(1, $2) where r.id = $1
         returning id, workspace_id
       )
       insert into public.items (request_id, workspace_id, position, title, kind, status, answer_kind, answer)
       select c.id, c.workspace_id, 1, 'Passport', 'text', 'accepted', 'text', 'A 123' from copied as c`,
      [sent.id, count],
    );
    for (const at of [17, 29]) {
      await day(at);
      await runOnce();
    }
    await day(32);
    const erased = async () =>
      (
        await scene.sql<{ requests: number }>(
          "select count(*)::integer as requests from public.requests where erased_at is not null",
        )
      )[0]?.requests ?? 0;
    const worker = startWorker(scene.platform.url, [], { WORKER_TASKS: "expiry" });
    onTestFinished(() => worker.signal("SIGKILL"));
    await expect.poll(erased, { timeout: scaled(30_000), interval: 2 }).toBeGreaterThan(0);
    worker.signal("SIGKILL");
    await worker.ended;
    expect(await erased()).toBeLessThan(count + 1);
    expect((await runOnce()).code).toBe(0);
    expect(await erased()).toBe(count + 1);
    expect(
      await scene.sql(
        "select request_id from public.events where kind = 'erased' group by request_id having count(*) > 1",
      ),
    ).toEqual([]);
  },
);

test("empties the bin, and the purge the objects of what was in it", async () => {
  const sent = await sendRequest(scene.platform);
  await sent.add();
  await sent.accept();
  await sent.putIntoBin();
  await day(13);
  expect(await runOnce()).toEqual({ code: 0, report: undefined });
  await day(14);
  expect((await runOnce()).report).toMatchObject({ requests: { deleted: 1 } });
  expect((await purge(scene.platform.url)).report["purged"]).toMatchObject({ orphaned: 1 });
  expect(await scene.keysOnDisk()).toEqual([]);
});

test("says once that it can't reach the platform", async () => {
  const { code, output } = await runWorker("http://127.0.0.1:9", ["--once", "expiry"]);
  expect(code).toBe(1);
  expect(JSON.parse(output)).toMatchObject({ task: "expiry", endedBy: "plan_expiries was answered with 0" });
});
