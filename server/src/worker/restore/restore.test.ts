import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scaled } from "@sheaf/testing/scaled";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type Begun, type DocumentRequest, sendRequest } from "../../testing/documents.ts";
import { setUpPurgeScene } from "../../testing/purge-scene.ts";
import { runWorker } from "../../testing/start-worker.ts";

const scene = setUpPurgeScene();

let request: DocumentRequest;
let backup: string;
beforeEach(async () => {
  request = await sendRequest(scene.platform);
  backup = await mkdtemp(join(tmpdir(), "sheaf-backup-"));
  return () => rm(backup, { recursive: true, force: true });
});

const contentOf = (number: number) => Buffer.from(`%PDF-1.7\ncontent of file ${number}\n`.repeat(number + 1));

const addFiles = (count: number): Promise<Begun[]> =>
  request.addAll(
    Array.from({ length: count }, (_, number) => ({ name: `${number}.pdf`, content: contentOf(number) })),
  );

/** As `rsync` of the volume does. */
const backUp = (files: readonly Begun[]) =>
  Promise.all(
    files.map(({ object_key: key }) =>
      cp(scene.folderOf(key), join(backup, "documents", key), { recursive: true }),
    ),
  );

/** Takes the bytes away behind Storage's back, as a broken disk does. */
const lose = (files: readonly Begun[]) =>
  Promise.all(files.map(({ object_key: key }) => rm(scene.folderOf(key), { recursive: true })));

async function restore(folder = backup, ...more: string[]) {
  const { code, output } = await runWorker(scene.platform.url, ["--restore", folder, ...more]);
  return { code, lines: output.trim().split("\n") };
}

/** SHA-256 of each file as the worker's checks find it; null where there is no object. */
async function sums(): Promise<(string | null)[]> {
  await runWorker(scene.platform.url, ["--once", "checksums"]);
  const rows = await scene.sql<{ sum: string | null }>(
    "select checked_sha256 as sum from public.files where status = 'stored' order by length(name), name",
  );
  return rows.map(({ sum }) => sum);
}

const expected = (count: number) =>
  Array.from({ length: count }, (_, number) => createHash("sha256").update(contentOf(number)).digest("hex"));

test(
  "after the loss of a third of the objects, a backup brings every one back, and a second run has nothing to do",
  { timeout: scaled(60_000) },
  async () => {
    const files = await addFiles(30);
    expect(await sums()).toEqual(expected(30));
    await backUp(files);
    const lost = files.filter((_, index) => index % 3 === 0);
    await lose(lost);

    const dry = await restore(backup, "--dry-run");
    expect(dry).toMatchObject({ code: 0 });
    expect(dry.lines.at(-1)).toMatch(/^20 intact, 10 can be restored, 0 not in the backup/);
    expect((await restore(backup, "--dry-run")).lines.at(-1)).toMatch(/^20 intact, 10 can be restored/);

    const { code, lines } = await restore();
    expect(code).toBe(0);
    expect(lines.at(-1)).toBe(
      "20 intact, 10 restored, 0 not in the backup, 0 different in the backup, 0 refused by Storage",
    );
    expect(lines.slice(0, -1).toSorted()).toEqual(
      lost.map(({ file_id: id }) => `restored  ${id}`).toSorted(),
    );
    expect(await sums()).toEqual(expected(30));
    expect(await scene.sql("select from public.files where damaged")).toEqual([]);
    expect(await scene.sql("select from public.events where kind = 'file_restored'")).toHaveLength(10);
    expect(await scene.sql("select from private.restores")).toEqual([]);
    expect((await restore()).lines).toEqual([
      "30 intact, 0 restored, 0 not in the backup, 0 different in the backup, 0 refused by Storage",
    ]);
  },
);

describe("of a lost file", () => {
  test("a copy by keys is as good as one of the volume", async () => {
    const [file] = await addFiles(1);
    if (!file) throw new Error("A file was added");
    const [version = ""] = await readdir(scene.folderOf(file.object_key));
    const bytes = await readFile(join(scene.folderOf(file.object_key), version));
    await lose([file]);
    await mkdir(join(backup, file.object_key, ".."), { recursive: true });
    await writeFile(join(backup, file.object_key), bytes);
    expect((await restore()).code).toBe(0);
    expect(await sums()).toEqual(expected(1));
  });

  test.each([
    ["other bytes", Buffer.from("%PDF-1.7\nc0ntent of file 0\n")],
    ["fewer bytes", contentOf(0).subarray(0, 5)],
    ["nothing", Buffer.alloc(0)],
  ])("%s in the backup are never written", async (_, bytes) => {
    const [file] = await addFiles(1);
    if (!file) throw new Error("A file was added");
    await lose([file]);
    await mkdir(join(backup, file.object_key, ".."), { recursive: true });
    await writeFile(join(backup, file.object_key), bytes);
    const { code, lines } = await restore();
    expect(code).toBe(1);
    expect(lines).toEqual([`other     ${file.file_id}`, expect.stringMatching(/1 different in the backup/)]);
    expect(await scene.keysOnDisk()).toEqual([]);
  });

  test("nothing outside the backup is read, whatever a link in it points to", async () => {
    const [file] = await addFiles(1);
    if (!file) throw new Error("A file was added");
    const outside = await mkdtemp(join(tmpdir(), "sheaf-outside-"));
    onTestFinished(() => rm(outside, { recursive: true }));
    await writeFile(join(outside, "bytes"), contentOf(0));
    await lose([file]);
    await mkdir(join(backup, file.object_key, ".."), { recursive: true });
    await symlink(join(outside, "bytes"), join(backup, file.object_key));
    const { code, lines } = await restore();
    expect([code, lines[0]]).toEqual([1, `lost      ${file.file_id}`]);
  });

  test("that was removed since, nothing comes back", async () => {
    const files = await addFiles(2);
    await backUp(files);
    await lose(files);
    const [removed] = files;
    if (removed) await request.remove(removed);
    expect((await restore()).lines.at(-1)).toMatch(/^0 intact, 1 restored/);
    expect(await scene.keysOnDisk()).toEqual([files[1]?.object_key]);
  });

  test("one that no longer fits its row leaves the others alone", async () => {
    const files = await addFiles(3);
    await backUp(files);
    await lose(files.slice(0, 2));
    // An operator has edited the row by hand.
    await scene.sql("update public.files set size = size + 1 where id = $1", [files[0]?.file_id]);
    const { code, lines } = await restore();
    expect(code).toBe(1);
    expect(lines.at(-1)).toMatch(/^1 intact, 1 restored, 0 not in the backup, 1 different in the backup/);
  });
});

test("a file whose bytes were altered on the volume is put right", async () => {
  const [file] = await addFiles(1);
  if (!file) throw new Error("A file was added");
  await backUp([file]);
  const folder = scene.folderOf(file.object_key);
  const [version = ""] = await readdir(folder);
  await writeFile(join(folder, version), "something else entirely.....");
  expect((await restore()).lines[0]).toBe(`restored  ${file.file_id}`);
  expect(await sums()).toEqual(expected(1));
});

test.each([
  ["a folder that isn't there", () => join(backup, "nowhere"), /is not a folder that can be read/],
  ["an empty folder", () => backup, /is empty/],
])("%s is named, and nothing is looked at", async (_, folder, words) => {
  const { code, output } = await runWorker(scene.platform.url, ["--restore", folder()]);
  expect([code, output]).toEqual([1, expect.stringMatching(words)]);
});

test("without the platform it says so", async () => {
  await writeFile(join(backup, "anything"), "");
  const { code, output } = await runWorker("http://127.0.0.1:9", ["--restore", backup]);
  expect([code, output]).toEqual([1, expect.stringContaining("list_stored was answered with 0")]);
});
