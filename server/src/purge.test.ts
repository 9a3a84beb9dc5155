import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { localKeys, type Platform, startPlatform } from "@sheaf/platform";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Begun, sendRequest } from "./testing/documents.ts";
import { type PlatformProxy, startPlatformProxy } from "./testing/platform-proxy.ts";
import { purge, reportIn, startPurge } from "./testing/start-purge.ts";

const nothing = { removed: 0, abandoned: 0, expired: 0, orphaned: 0 };

let directory: string;
let platform: Platform;
let proxy: PlatformProxy;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "sheaf-purge-"));
  platform = await startPlatform({ directory });
});
beforeEach(async () => {
  await platform.reset();
  proxy = await startPlatformProxy(platform.url);
});
afterEach(() => proxy.stop());
afterAll(async () => {
  await platform.stop();
  await rm(directory, { recursive: true });
});

/** Outside every rule: to let time pass, and to look at what really happened. */
async function sql<Row extends Record<string, unknown>>(
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const { rows } = await platform.database.as("supabase_admin", {}, (query) => query<Row>(text, values));
  return rows;
}

/** Keys of the objects whose bytes lie on the disk. */
async function keysOnDisk(): Promise<string[]> {
  const root = join(directory, "storage", "documents");
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, entry.parentPath))
    .sort();
}

const keysOf = (files: Begun[]) => files.map(({ object_key: key }) => key).sort();

const purgedKeys = async () =>
  (
    await sql<{ object_key: string }>(
      "select object_key from public.files where purged_at is not null order by 1",
    )
  ).map(({ object_key: key }) => key);

/** Stored, and then taken back. */
async function removedFiles(count: number): Promise<Begun[]> {
  const request = await sendRequest(platform);
  const files: Begun[] = [];
  for (let made = 0; made < count; made += 1) files.push(await request.add());
  for (const file of files) await request.remove(file);
  return files;
}

describe("the purge job", () => {
  test("deletes what was taken back, never finished, kept long enough or left without a file, and nothing else", async () => {
    const request = await sendRequest(platform);
    const removed = await request.add();
    const neverSent = await request.begin();
    const neverFinished = await request.send();
    const fresh = await request.send();
    const stored = await request.add();
    for (const file of [removed, neverSent]) await request.remove(file);
    const done = await sendRequest(platform);
    const accepted = await done.add();
    await done.accept();
    const old = await sendRequest(platform);
    const expired = await old.add();
    await old.accept();
    const left = await sendRequest(platform);
    const orphan = await left.add();
    await left.deleteAccount();
    await sql("update public.files set created_at = now() - interval '25 hours' where id = $1", [
      neverFinished.file_id,
    ]);
    for (const workspace of [done.workspace, old.workspace])
      await sql("update public.workspaces set retain_days = 30 where id = $1", [workspace]);
    await sql("update public.requests set closed_at = now() - interval '31 days' where id = $1", [old.id]);
    await sql("update public.files set stored_at = now() - interval '32 days' where id = $1", [
      expired.file_id,
    ]);

    const { code, report } = await purge(platform.url);
    expect([code, report]).toEqual([
      0,
      {
        level: 30,
        time: expect.any(String),
        purged: { removed: 2, abandoned: 1, expired: 1, orphaned: 1 },
        objects: 4,
        failed: 0,
        refusals: {},
        ms: expect.any(Number),
        msg: "Purged",
      },
    ]);
    expect(await keysOnDisk()).toEqual(keysOf([fresh, stored, accepted]));
    expect(await purgedKeys()).toEqual(keysOf([removed, neverSent, neverFinished, expired]));
    expect(await sql("select name from storage.objects where name = $1", [orphan.object_key])).toEqual([]);
    expect((await purge(platform.url)).report).toMatchObject({ purged: nothing, objects: 0, failed: 0 });
  });

  test("has nothing to do where nobody did anything", async () => {
    expect(await purge(platform.url)).toMatchObject({ code: 0, report: { purged: nothing, failed: 0 } });
  });

  test("takes uploads back after as many hours as the setting says", async () => {
    const request = await sendRequest(platform);
    const sent = await request.send();
    await sql("update public.files set created_at = now() - interval '25 hours' where id = $1", [
      sent.file_id,
    ]);
    expect((await purge(platform.url, { PURGE_UPLOAD_HOURS: "26" })).report).toMatchObject({ objects: 0 });
    expect((await purge(platform.url, { PURGE_UPLOAD_HOURS: "25" })).report).toMatchObject({
      purged: { ...nothing, abandoned: 1 },
      objects: 1,
    });
  });

  test("run twice at once deletes each object once", async () => {
    const files = await removedFiles(12);
    const left = await sendRequest(platform);
    const orphans = [await left.add(), await left.add(), await left.add()];
    await left.deleteAccount();
    // Neither goes on before both have claimed.
    const waiting: (() => Promise<void>)[] = [];
    proxy.onDelete(async ({ pass }) => {
      waiting.push(pass);
      if (waiting.length < 2) return;
      proxy.onDelete((passing) => passing.pass());
      await Promise.all(waiting.map((held) => held()));
    });

    const settings = { PURGE_BATCH: "3" };
    const runs = await Promise.all([purge(proxy.url, settings), purge(proxy.url, settings)]);
    expect(runs.map(({ code }) => code)).toEqual([0, 0]);
    expect(runs.every(({ report }) => Number(report["objects"]) > 0)).toBe(true);
    expect(proxy.deletions.flat().sort()).toEqual(keysOf([...files, ...orphans]));
    expect(await keysOnDisk()).toEqual([]);
    expect(await purgedKeys()).toEqual(keysOf(files));
  });

  test.each([
    ["before Storage has heard of it", false],
    ["after Storage has done it", true],
  ])("killed in the middle of a deletion, %s, is finished by another run", async (_, done) => {
    const files = await removedFiles(6);
    const left = await sendRequest(platform);
    await left.add();
    await left.deleteAccount();
    const reached = Promise.withResolvers<void>();
    proxy.onDelete(async ({ pass }) => {
      if (proxy.deletions.length < 2) return pass();
      if (done) await pass();
      reached.resolve();
    });
    const killed = startPurge(proxy.url, { PURGE_BATCH: "2" });
    await reached.promise;
    killed.signal("SIGKILL");
    expect(await killed.ended).toBe(-1);

    proxy.onDelete((passing) => passing.pass());
    expect((await purge(proxy.url)).code).toBe(0);
    await sql("update private.purge_claims set leased_until = now()");
    expect((await purge(proxy.url)).code).toBe(0);
    expect(await keysOnDisk()).toEqual([]);
    expect(await purgedKeys()).toEqual(keysOf(files));
    expect(await sql("select from private.purge_claims")).toEqual([]);
  });

  test("told to stop ends after the batch under way and gives the rest back", async () => {
    const files = await removedFiles(4);
    const reached = Promise.withResolvers<() => Promise<void>>();
    proxy.onDelete(({ pass }) => reached.resolve(pass));
    const job = startPurge(proxy.url, { PURGE_BATCH: "2" });
    const goOn = await reached.promise;
    job.signal("SIGTERM");
    await goOn();
    expect(await job.ended).toBe(1);
    expect(reportIn(job.output())).toMatchObject({ objects: 2, failed: 0, endedBy: "signal" });
    expect((await purge(platform.url)).report).toMatchObject({ objects: 2 });
    expect(await purgedKeys()).toEqual(keysOf(files));
  });
});

describe("with Storage half down the purge job", () => {
  /** What must hold after every run: nothing is noted as gone that is still there. */
  async function nothingWronglyNoted(): Promise<void> {
    const there = new Set(await keysOnDisk());
    expect((await purgedKeys()).filter((key) => there.has(key))).toEqual([]);
  }

  test.each([
    ["refused", 500],
    ["refused by what stands before it", 503],
    ["cut off", undefined],
  ])("leaves every second deletion that is %s to the next run", async (_, status) => {
    const files = await removedFiles(12);
    proxy.onDelete(({ pass, answer, hangUp }) => {
      if (proxy.deletions.length % 2 === 1) return pass();
      return status === undefined ? hangUp() : answer(status);
    });
    const first = await purge(proxy.url, { PURGE_BATCH: "2" });
    expect(first.code).toBe(1);
    expect(first.report).toMatchObject({ level: 50, refusals: { [status ?? 0]: expect.any(Number) } });
    expect(Number(first.report["failed"])).toBeGreaterThan(0);
    expect(Number(first.report["objects"])).toBe(12 - (await keysOnDisk()).length);
    await nothingWronglyNoted();

    proxy.onDelete((passing) => passing.pass());
    expect((await purge(proxy.url)).code).toBe(0);
    expect(await keysOnDisk()).toEqual([]);
    expect(await purgedKeys()).toEqual(keysOf(files));
  });

  test("does not believe that an object is gone because it was not told so, and finds out the next time", async () => {
    const files = await removedFiles(2);
    proxy.onDelete(async ({ pass, hangUp }) => {
      hangUp();
      await pass();
    });
    const first = await purge(proxy.url);
    expect([first.code, first.report["failed"], first.report["refusals"]]).toEqual([1, 2, { "0": 1 }]);
    expect(await purgedKeys()).toEqual([]);
    expect(await keysOnDisk()).toEqual([]);

    const { code, report } = await purge(platform.url);
    expect([code, report["purged"], report["objects"]]).toEqual([0, { ...nothing, removed: 2 }, 0]);
    expect(await purgedKeys()).toEqual(keysOf(files));
  });

  test("does not believe an answer that says deleted where the object is still there", async () => {
    const files = await removedFiles(2);
    proxy.onDelete(({ answer }) => answer(200));
    const { code, report } = await purge(proxy.url);
    expect([code, report["failed"]]).toEqual([1, 2]);
    expect(await purgedKeys()).toEqual([]);
    expect(await keysOnDisk()).toEqual(keysOf(files));
  });

  test("waits for an answer as long as the setting says, and goes on with the rest", async () => {
    const files = await removedFiles(4);
    proxy.onDelete(({ pass }) => (proxy.deletions.length === 1 ? undefined : pass()));
    const first = await purge(proxy.url, { PURGE_BATCH: "2", PURGE_ANSWER_SECONDS: "1" });
    expect([first.code, first.report["objects"], first.report["failed"]]).toEqual([1, 2, 2]);
    await nothingWronglyNoted();
    expect((await purge(platform.url)).code).toBe(0);
    expect(await purgedKeys()).toEqual(keysOf(files));
  });

  test("does not let one object that cannot be deleted keep the others back", async () => {
    const files = await removedFiles(9);
    const stuck = files[4]?.object_key ?? "";
    const place = join(directory, "storage", "documents", stuck);
    const [version = ""] = await readdir(place);
    await rm(join(place, version));
    await mkdir(join(place, version, "in-the-way"), { recursive: true });

    const { code, report } = await purge(proxy.url);
    expect([code, report["failed"], report["objects"]]).toEqual([1, 1, 8]);
    expect(await sql("select name from storage.objects")).toEqual([{ name: stuck }]);
    expect(await purgedKeys()).toEqual(keysOf(files).filter((key) => key !== stuck));

    await rm(join(place, version), { recursive: true });
    expect((await purge(proxy.url)).code).toBe(0);
    expect(await purgedKeys()).toEqual(keysOf(files));
  });

  test("stops asking a Storage that is down", async () => {
    const files = await removedFiles(30);
    proxy.onDelete(({ answer }) => answer(500));
    const { code, report } = await purge(proxy.url, { PURGE_BATCH: "1" });
    expect([code, report["endedBy"], report["objects"]]).toEqual([1, "storage", 0]);
    expect(proxy.deletions.length).toBeLessThan(20);
    expect(await keysOnDisk()).toEqual(keysOf(files));
    expect(await purgedKeys()).toEqual([]);
  });

  test("says so where the platform does not answer at all, or takes no such key", async () => {
    proxy.stop();
    const away = await purge(proxy.url);
    expect([away.code, away.report["endedBy"], away.report["refused"]]).toEqual([
      1,
      "platform",
      { step: "retireFiles", status: 0, code: "" },
    ]);
    const stranger = await purge(platform.url, { SUPABASE_SECRET_KEY: "sb_secret_of_somebody_else" });
    expect([stranger.code, stranger.report["refused"]]).toEqual([
      1,
      { step: "retireFiles", status: 401, code: "" },
    ]);
  });
});

test("no name, key or token stands in what the job writes, whatever goes wrong", async () => {
  const request = await sendRequest(platform);
  const file = await request.add("secret-name.pdf");
  await request.remove(file);
  proxy.onDelete(({ answer }) => answer(500));
  const outputs = [(await purge(proxy.url)).output, (await purge(platform.url)).output];
  proxy.stop();
  outputs.push((await purge(proxy.url)).output);
  for (const output of outputs) {
    expect(output).not.toMatch(/secret-name|sb_secret|eyJ|example/);
    for (const part of file.object_key.split("/")) expect(output).not.toContain(part);
  }
});

describe("the purge job does not start", () => {
  const start = async (env: Record<string, string>) => {
    const job = startPurge("", env);
    return { code: await job.ended, output: job.output() };
  };

  test("without settings, and names each", async () => {
    const { code, output } = await start({ SUPABASE_URL: "", SUPABASE_SECRET_KEY: "" });
    expect(code).toBe(1);
    expect(output).toBe(
      "The purge job cannot start with these settings:\n  SUPABASE_SECRET_KEY is not set\n  SUPABASE_URL is not set, nor is SUPABASE_INTERNAL_URL\n",
    );
  });

  test.each([
    [
      "a key that every page shows",
      { SUPABASE_SECRET_KEY: localKeys.publishable },
      /SECRET_KEY is no secret key/,
    ],
    ["its older form", { SUPABASE_SECRET_KEY: localKeys.anonJwt }, /SECRET_KEY is no secret key/],
    ["a platform over plain http", { SUPABASE_URL: "http://sheaf.example" }, /SUPABASE_URL has to be https/],
    ["no whole batch", { PURGE_BATCH: "0" }, /PURGE_BATCH has to be at least 1/],
    ["uploads that end at once", { PURGE_UPLOAD_HOURS: "0" }, /PURGE_UPLOAD_HOURS has to be at least 1/],
    [
      "a local platform's key in production",
      { NODE_ENV: "production", SUPABASE_SECRET_KEY: localKeys.serviceJwt },
      /SECRET_KEY is a key of every local platform/,
    ],
  ])("with %s", async (_, setting, reason) => {
    const { code, output } = await start({ SUPABASE_URL: "https://sheaf.example", ...setting });
    expect(code).toBe(1);
    expect(output).toMatch(reason);
    for (const value of Object.values(setting)) if (value.length > 20) expect(output).not.toContain(value);
  });
});

test("inside a container network the job reaches the platform by its inner address", async () => {
  const settings = { SUPABASE_URL: "https://sheaf.example", SUPABASE_INTERNAL_URL: platform.url };
  expect((await purge("", { ...settings, SUPABASE_SECRET_KEY: localKeys.serviceJwt })).code).toBe(0);
});
