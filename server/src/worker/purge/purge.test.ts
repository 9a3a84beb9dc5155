import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { localKeys } from "@sheaf/platform";
import { describe, expect, onTestFinished, test } from "vitest";
import { sendRequest } from "../../testing/documents.ts";
import { keysOf, nothingPurged, setUpPurgeScene } from "../../testing/purge-scene.ts";
import { purge, reportIn, startPurge } from "../../testing/start-purge.ts";

const scene = setUpPurgeScene();

describe("the worker's purge", () => {
  test("deletes removed, abandoned, expired and orphaned objects, and nothing else", async () => {
    const request = await sendRequest(scene.platform);
    const removed = await request.add();
    const neverSent = await request.begin();
    const neverFinished = await request.send();
    const fresh = await request.send();
    const stored = await request.add();
    for (const file of [removed, neverSent]) await request.remove(file);
    const expired = await request.add();
    // As the task that keeps to retention does.
    await scene.sql("update public.files set status = 'removed', removed_at = now() where id = $1", [
      expired.file_id,
    ]);
    const left = await sendRequest(scene.platform);
    const orphan = await left.add();
    await left.deleteAccount();
    await scene.sql("update public.files set created_at = now() - interval '25 hours' where id = $1", [
      neverFinished.file_id,
    ]);

    const { code, report } = await purge(scene.platform.url);
    expect([code, report]).toEqual([
      0,
      {
        level: 30,
        time: expect.any(String),
        task: "purge",
        purged: { removed: 2, abandoned: 1, expired: 1, orphaned: 1, unused: 0 },
        objects: 4,
        failed: 0,
        refusals: {},
        ms: expect.any(Number),
        msg: "Done",
      },
    ]);
    expect(await scene.keysOnDisk()).toEqual(keysOf([fresh, stored]));
    expect(await scene.purgedKeys()).toEqual(keysOf([removed, neverSent, neverFinished, expired]));
    expect(await scene.sql("select name from storage.objects where name = $1", [orphan.object_key])).toEqual(
      [],
    );
    expect((await purge(scene.platform.url)).report).toMatchObject({
      purged: nothingPurged,
      objects: 0,
      failed: 0,
    });
  });

  test("deletes examples that no item has any more, and leaves documents alone", async () => {
    const request = await sendRequest(scene.platform);
    const document = await request.add();
    const removed = await request.addExample();
    const kept = await request.addExample();
    await request.removeExample(removed);
    const left = await sendRequest(scene.platform);
    await left.addExample();
    await left.deleteAccount();

    const { code, report } = await purge(scene.platform.url);
    expect([code, report["purged"], report["objects"]]).toEqual([0, { ...nothingPurged, unused: 2 }, 2]);
    expect(await scene.keysOnDisk("assets")).toEqual(keysOf([kept]));
    expect(await scene.keysOnDisk()).toEqual(keysOf([document]));
    expect(await scene.sql("select from private.purge_claims")).toEqual([]);
  });

  test("sweeps from the volume what Storage's file backend never expires", async () => {
    const volume = await mkdtemp(join(tmpdir(), "sheaf-volume-"));
    onTestFinished(() => rm(volume, { recursive: true }));
    const request = await sendRequest(scene.platform);
    const { object_key: stored } = await request.add();
    const [row] = await scene.sql<{ version: string }>(
      "select version from storage.objects where name = $1",
      [stored],
    );
    const place = async (key: string, version: string, hoursAgo: number) => {
      const creation_date = new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
      await mkdir(join(volume, key), { recursive: true });
      await writeFile(join(volume, key, version), "bytes");
      await writeFile(join(volume, key, `${version}.json`), JSON.stringify({ creation_date }));
    };
    await place(stored, String(row?.version), 25);
    const someKey = () => Array.from({ length: 4 }, () => randomUUID()).join("/");
    await place(someKey(), randomUUID(), 25);
    const [fresh, freshKey, foreign] = [randomUUID(), someKey(), randomUUID()];
    await place(freshKey, fresh, 23);
    await place("another/bucket", foreign, 25);

    const { code, report } = await purge(scene.platform.url, { PURGE_UPLOADS_FOLDER: volume });
    expect([code, report["uploads"]]).toEqual([0, { unfinished: 1, records: 2 }]);
    const left = await readdir(volume, { recursive: true, withFileTypes: true });
    expect(
      left
        .filter((entry) => entry.isFile())
        .map((entry) => relative(volume, join(entry.parentPath, entry.name)))
        .sort(),
    ).toEqual(
      [
        `${stored}/${row?.version}`,
        `${freshKey}/${fresh}`,
        `${freshKey}/${fresh}.json`,
        `another/bucket/${foreign}`,
        `another/bucket/${foreign}.json`,
      ].sort(),
    );
    const nowhere = { PURGE_UPLOADS_FOLDER: join(volume, "nowhere") };
    expect((await purge(scene.platform.url, nowhere)).report["uploads"]).toEqual({
      unfinished: 0,
      records: 0,
    });
  });

  test("has nothing to do on an empty platform", async () => {
    expect(await purge(scene.platform.url)).toMatchObject({
      code: 0,
      report: { purged: nothingPurged, failed: 0 },
    });
  });

  test("abandons uploads after the configured number of hours", async () => {
    const request = await sendRequest(scene.platform);
    const sent = await request.send();
    await scene.sql("update public.files set created_at = now() - interval '25 hours' where id = $1", [
      sent.file_id,
    ]);
    expect((await purge(scene.platform.url, { PURGE_UPLOAD_HOURS: "26" })).report).toMatchObject({
      objects: 0,
    });
    expect((await purge(scene.platform.url, { PURGE_UPLOAD_HOURS: "25" })).report).toMatchObject({
      purged: { ...nothingPurged, abandoned: 1 },
      objects: 1,
    });
  });

  test("deletes each object once when two runs overlap", async () => {
    const files = await scene.removedFiles(12);
    const left = await sendRequest(scene.platform);
    const orphans = [await left.add(), await left.add(), await left.add()];
    await left.deleteAccount();
    // Neither continues until both have claimed.
    const waiting: (() => Promise<void>)[] = [];
    scene.proxy.onDelete(async ({ pass }) => {
      waiting.push(pass);
      if (waiting.length < 2) return;
      scene.proxy.onDelete((passing) => passing.pass());
      await Promise.all(waiting.map((held) => held()));
    });

    const settings = { PURGE_BATCH: "3" };
    const runs = await Promise.all([purge(scene.proxy.url, settings), purge(scene.proxy.url, settings)]);
    expect(runs.map(({ code }) => code)).toEqual([0, 0]);
    expect(runs.every(({ report }) => Number(report["objects"]) > 0)).toBe(true);
    expect(scene.proxy.deletions.flat().sort()).toEqual(keysOf([...files, ...orphans]));
    expect(await scene.keysOnDisk()).toEqual([]);
    expect(await scene.purgedKeys()).toEqual(keysOf(files));
  });

  test.each([
    ["before the request reaches Storage", false],
    ["after Storage has deleted the objects", true],
  ])("killed during a deletion, %s, is completed by the next run", async (_, done) => {
    const files = await scene.removedFiles(6);
    const left = await sendRequest(scene.platform);
    await left.add();
    await left.deleteAccount();
    const reached = Promise.withResolvers<void>();
    scene.proxy.onDelete(async ({ pass }) => {
      if (scene.proxy.deletions.length < 2) return pass();
      if (done) await pass();
      reached.resolve();
    });
    const killed = startPurge(scene.proxy.url, { PURGE_BATCH: "2" });
    await reached.promise;
    killed.signal("SIGKILL");
    expect(await killed.ended).toBe(-1);

    scene.proxy.onDelete((passing) => passing.pass());
    expect((await purge(scene.proxy.url)).code).toBe(0);
    await scene.sql("update private.purge_claims set leased_until = now()");
    expect((await purge(scene.proxy.url)).code).toBe(0);
    expect(await scene.keysOnDisk()).toEqual([]);
    expect(await scene.purgedKeys()).toEqual(keysOf(files));
    expect(await scene.sql("select from private.purge_claims")).toEqual([]);
  });

  test("ends after the current batch on a stop signal and releases the rest", async () => {
    const files = await scene.removedFiles(4);
    const reached = Promise.withResolvers<() => Promise<void>>();
    scene.proxy.onDelete(({ pass }) => reached.resolve(pass));
    const job = startPurge(scene.proxy.url, { PURGE_BATCH: "2" });
    const resume = await reached.promise;
    job.signal("SIGTERM");
    await resume();
    expect(await job.ended).toBe(1);
    expect(reportIn(job.output())).toMatchObject({ objects: 2, failed: 0, endedBy: "signal" });
    expect((await purge(scene.platform.url)).report).toMatchObject({ objects: 2 });
    expect(await scene.purgedKeys()).toEqual(keysOf(files));
  });
});

describe("the worker does not start", () => {
  const start = async (env: Record<string, string>) => {
    const job = startPurge("", env);
    return { code: await job.ended, output: job.output() };
  };

  test("without settings, and lists them", async () => {
    const { code, output } = await start({ SUPABASE_URL: "", SUPABASE_SECRET_KEY: "" });
    expect(code).toBe(1);
    expect(output).toBe(
      "The worker cannot start with these settings:\n  SUPABASE_SECRET_KEY is not set\n  SUPABASE_URL is not set, and neither is SUPABASE_INTERNAL_URL\n",
    );
  });

  test.each([
    ["a publishable key", { SUPABASE_SECRET_KEY: localKeys.publishable }, /SECRET_KEY is not a secret key/],
    ["an anon key", { SUPABASE_SECRET_KEY: localKeys.anonJwt }, /SECRET_KEY is not a secret key/],
    ["a platform over plain http", { SUPABASE_URL: "http://sheaf.example" }, /SUPABASE_URL must be https/],
    ["an empty batch", { PURGE_BATCH: "0" }, /PURGE_BATCH must be at least 1/],
    ["no time for uploads", { PURGE_UPLOAD_HOURS: "0" }, /PURGE_UPLOAD_HOURS must be at least 1/],
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

test("in a container network the job reaches the platform by its internal URL", async () => {
  const settings = { SUPABASE_URL: "https://sheaf.example", SUPABASE_INTERNAL_URL: scene.platform.url };
  expect((await purge("", { ...settings, SUPABASE_SECRET_KEY: localKeys.serviceJwt })).code).toBe(0);
});
