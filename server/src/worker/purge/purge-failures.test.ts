import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sendRequest } from "../../testing/documents.ts";
import { keysOf, nothingPurged, setUpPurgeScene } from "../../testing/purge-scene.ts";
import { purge } from "../../testing/start-purge.ts";

const scene = setUpPurgeScene();

describe("while Storage partly fails, the worker", () => {
  /** Invariant after every run: nothing that still exists is marked as purged. */
  async function nothingWronglyNoted(): Promise<void> {
    const there = new Set(await scene.keysOnDisk());
    expect((await scene.purgedKeys()).filter((key) => there.has(key))).toEqual([]);
  }

  test.each([
    ["refused", 500],
    ["refused by a proxy", 503],
    ["cut off", undefined],
  ])("leaves deletions that are %s to the next run", async (_, status) => {
    const files = await scene.removedFiles(8);
    scene.proxy.onDelete(({ pass, respond, hangUp }) => {
      if (scene.proxy.deletions.length % 2 === 1) return pass();
      return status === undefined ? hangUp() : respond(status);
    });
    const first = await purge(scene.proxy.url, { PURGE_BATCH: "2" });
    expect(first.code).toBe(1);
    expect(first.report).toMatchObject({ level: 50, refusals: { [status ?? 0]: expect.any(Number) } });
    expect(Number(first.report["failed"])).toBeGreaterThan(0);
    expect(Number(first.report["objects"])).toBe(8 - (await scene.keysOnDisk()).length);
    await nothingWronglyNoted();

    scene.proxy.onDelete((passing) => passing.pass());
    expect((await purge(scene.proxy.url)).code).toBe(0);
    expect(await scene.keysOnDisk()).toEqual([]);
    expect(await scene.purgedKeys()).toEqual(keysOf(files));
  });

  test("doesn't mark an object as purged without a response, and detects it in the next run", async () => {
    const files = await scene.removedFiles(2);
    scene.proxy.onDelete(async ({ pass, hangUp }) => {
      hangUp();
      await pass();
    });
    const first = await purge(scene.proxy.url);
    expect([first.code, first.report["failed"], first.report["refusals"]]).toEqual([1, 2, { "0": 1 }]);
    expect(await scene.purgedKeys()).toEqual([]);
    expect(await scene.keysOnDisk()).toEqual([]);

    const { code, report } = await purge(scene.platform.url);
    expect([code, report["purged"], report["objects"]]).toEqual([0, { ...nothingPurged, removed: 2 }, 0]);
    expect(await scene.purgedKeys()).toEqual(keysOf(files));
  });

  test("doesn't trust a success response while the object still exists", async () => {
    const files = await scene.removedFiles(2);
    scene.proxy.onDelete(({ respond }) => respond(200));
    const { code, report } = await purge(scene.proxy.url);
    expect([code, report["failed"]]).toEqual([1, 2]);
    expect(await scene.purgedKeys()).toEqual([]);
    expect(await scene.keysOnDisk()).toEqual(keysOf(files));
  });

  test("waits for a response as long as configured, then continues with the rest", async () => {
    const files = await scene.removedFiles(4);
    scene.proxy.onDelete(({ pass }) => (scene.proxy.deletions.length === 1 ? undefined : pass()));
    const first = await purge(scene.proxy.url, { PURGE_BATCH: "2", WORKER_ANSWER_SECONDS: "1" });
    expect([first.code, first.report["objects"], first.report["failed"]]).toEqual([1, 2, 2]);
    await nothingWronglyNoted();
    expect((await purge(scene.platform.url)).code).toBe(0);
    expect(await scene.purgedKeys()).toEqual(keysOf(files));
  });

  test("deletes the others when one object can't be deleted", async () => {
    const files = await scene.removedFiles(9);
    const stuck = files[4]?.object_key ?? "";
    const place = scene.folderOf(stuck);
    const [version = ""] = await readdir(place);
    await rm(join(place, version));
    await mkdir(join(place, version, "in-the-way"), { recursive: true });

    const { code, report } = await purge(scene.proxy.url);
    expect([code, report["failed"], report["objects"]]).toEqual([1, 1, 8]);
    expect(await scene.sql("select name from storage.objects")).toEqual([{ name: stuck }]);
    expect(await scene.purgedKeys()).toEqual(keysOf(files).filter((key) => key !== stuck));

    await rm(join(place, version), { recursive: true });
    expect((await purge(scene.proxy.url)).code).toBe(0);
    expect(await scene.purgedKeys()).toEqual(keysOf(files));
  });

  test("stops calling Storage once it is down", async () => {
    const files = await scene.removedFiles(16);
    scene.proxy.onDelete(({ respond }) => respond(500));
    const { code, report } = await purge(scene.proxy.url, { PURGE_BATCH: "1" });
    expect([code, report["endedBy"], report["objects"]]).toEqual([1, "storage", 0]);
    expect(scene.proxy.deletions.length).toBeLessThan(16);
    expect(await scene.keysOnDisk()).toEqual(keysOf(files));
    expect(await scene.purgedKeys()).toEqual([]);
  });

  test("reports a platform that doesn't respond or rejects the key", async () => {
    scene.proxy.stop();
    const away = await purge(scene.proxy.url);
    expect([away.code, away.report["endedBy"], away.report["refused"]]).toEqual([
      1,
      "platform",
      { step: "retireFiles", status: 0, code: "" },
    ]);
    const stranger = await purge(scene.platform.url, { SUPABASE_SECRET_KEY: "sb_secret_of_somebody_else" });
    expect([stranger.code, stranger.report["refused"]]).toEqual([
      1,
      { step: "retireFiles", status: 401, code: "" },
    ]);
  });
});

test("the job's output never contains a name, key or token", async () => {
  const request = await sendRequest(scene.platform);
  const file = await request.add("secret-name.pdf");
  await request.remove(file);
  scene.proxy.onDelete(({ respond }) => respond(500));
  const outputs = [(await purge(scene.proxy.url)).output, (await purge(scene.platform.url)).output];
  scene.proxy.stop();
  outputs.push((await purge(scene.proxy.url)).output);
  for (const output of outputs) {
    expect(output).not.toMatch(/secret-name|sb_secret|eyJ|example/);
    for (const part of file.object_key.split("/")) expect(output).not.toContain(part);
  }
});
