import { createHash } from "node:crypto";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scaled } from "@sheaf/testing/scaled";
import { expect, onTestFinished, test } from "vitest";
import { type Begun, type DocumentRequest, sendRequest } from "../../testing/documents.ts";
import { keysOf, setUpPurgeScene } from "../../testing/purge-scene.ts";
import { runWorker, startWorker } from "../../testing/start-worker.ts";

const scene = setUpPurgeScene();

const runOnce = async (url = scene.platform.url) => {
  const { code, output } = await runWorker(url, ["--once", "checksums"]);
  return { code, report: output === "" ? undefined : (JSON.parse(output) as Record<string, unknown>) };
};
const start = (url: string) => startWorker(url, [], { WORKER_TASKS: "checksums" });

const none = { verified: 0, damaged: 0, removed: 0 };

/** "a.pdf verified" for each file. */
async function states(): Promise<string[]> {
  const rows = await scene.sql<{ line: string }>(
    `select name || case when checked_at is null then ' unchecked' when damaged then ' damaged' else ' verified' end as line
     from public.files order by name`,
  );
  return rows.map(({ line }) => line);
}

const versionOf = async ({ object_key: key }: Begun): Promise<string> => {
  const [version = ""] = await readdir(scene.folderOf(key));
  return join(scene.folderOf(key), version);
};

async function filesOf(count: number): Promise<{ request: DocumentRequest; files: Begun[] }> {
  const request = await sendRequest(scene.platform);
  const files = await request.addAll(Array.from({ length: count }, (_, index) => ({ name: `${index}.pdf` })));
  return { request, files };
}

const eventsOf = async ({ id }: DocumentRequest): Promise<string[]> =>
  (
    await scene.sql<{ name: string }>(
      `select data ->> 'name' as name from public.events where request_id = $1 and kind = 'file_damaged' order by 1`,
      [id],
    )
  ).map(({ name }) => name);

test("verifies what is stored as it was sent, needs no mail server, and reports counts alone", async () => {
  const { files } = await filesOf(3);
  expect(await runOnce()).toMatchObject({
    code: 0,
    report: { task: "checksums", files: { ...none, verified: 3 }, msg: "Done" },
  });
  expect(
    await scene.sql(
      "select distinct checked_sha256 = sha256 and checked_size = size as same from public.files",
    ),
  ).toEqual([{ same: true }]);
  expect(files).toHaveLength(3);
  expect(await runOnce()).toEqual({ code: 0, report: undefined });
});

test("marks bytes that were exchanged, cut or lost on the volume, and tells the members", async () => {
  const { request, files } = await filesOf(5);
  const [, exchanged, cut, longer, lost] = files;
  if (!exchanged || !cut || !longer || !lost) throw new Error("A file is missing");
  await writeFile(await versionOf(exchanged), "%PDF-1.7\nworld");
  await writeFile(await versionOf(cut), "%PDF");
  await writeFile(await versionOf(longer), "%PDF-1.7\nhello".repeat(100_000));
  await rm(await versionOf(lost));
  expect(await runOnce(scene.proxy.url)).toMatchObject({
    code: 0,
    report: { files: { ...none, verified: 1, damaged: 4 } },
  });
  expect(scene.proxy.reads.toSorted()).toEqual(keysOf(files));
  expect(await states()).toEqual([
    "0.pdf verified",
    "1.pdf damaged",
    "2.pdf damaged",
    "3.pdf damaged",
    "4.pdf damaged",
  ]);
  expect(
    await scene.sql("select checked_size::integer, checked_sha256 from public.files order by name"),
  ).toEqual([
    { checked_size: 14, checked_sha256: sha256("%PDF-1.7\nhello") },
    { checked_size: 14, checked_sha256: sha256("%PDF-1.7\nworld") },
    { checked_size: 4, checked_sha256: sha256("%PDF") },
    { checked_size: 1_400_000, checked_sha256: sha256("%PDF-1.7\nhello".repeat(100_000)) },
    { checked_size: null, checked_sha256: null },
  ]);
  expect(await eventsOf(request)).toEqual(["1.pdf", "2.pdf", "3.pdf", "4.pdf"]);
  expect(await scene.sql("select request_id from private.outbox where kind = 'damaged'")).toEqual([
    { request_id: request.id },
  ]);
});

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** As if the pause after a failed attempt were over. */
const passTime = () => scene.sql("update private.checks set not_before = now()");

test.each([
  ["refuses", 500],
  ["is behind a proxy that refuses", 503],
  ["denies the worker its key", 403],
  ["is behind a proxy that finds nothing", 404],
  ["hangs up", "hangUp"],
  ["cuts an object off", "cutOff"],
] as const)("while Storage %s, no file counts as damaged, and all are checked afterwards", async (_, how) => {
  const { request } = await filesOf(3);
  scene.proxy.onRead((passing) => (typeof how === "number" ? passing.respond(how) : passing[how]()));
  const status = typeof how === "number" ? how : 0;
  expect(await runOnce(scene.proxy.url)).toMatchObject({
    code: 1,
    report: { files: none, failed: 3, refusals: { [status]: 3 } },
  });
  expect(await states()).toEqual(["0.pdf unchecked", "1.pdf unchecked", "2.pdf unchecked"]);
  scene.proxy.onRead((passing) => passing.pass());
  // Nothing is tried before its pause is over.
  expect(await runOnce(scene.proxy.url)).toEqual({ code: 0, report: undefined });
  await passTime();
  expect(await runOnce(scene.proxy.url)).toMatchObject({
    code: 0,
    report: { files: { ...none, verified: 3 } },
  });
  expect(await eventsOf(request)).toEqual([]);
});

test("stops after a few failures in a row and leaves the rest unclaimed", async () => {
  await filesOf(14);
  scene.proxy.onRead(({ respond }) => respond(500));
  const { code, report } = await runOnce(scene.proxy.url);
  expect([code, report?.["endedBy"]]).toEqual([1, "storage"]);
  const failed = Number(report?.["failed"]);
  expect(failed).toBeLessThan(14);
  expect(await scene.sql("select from private.checks")).toHaveLength(failed);
  expect(await runOnce()).toMatchObject({ report: { files: { ...none, verified: 14 - failed } } });
});

test("skips a file that is removed while it is read", async () => {
  const { request, files } = await filesOf(1);
  const [file] = files;
  if (!file) throw new Error("The file is missing");
  scene.proxy.onRead(async ({ pass }) => {
    await request.remove(file);
    await rm(scene.folderOf(file.object_key), { recursive: true });
    await pass();
  });
  expect(await runOnce(scene.proxy.url)).toMatchObject({
    code: 0,
    report: { files: { ...none, removed: 1 } },
  });
  expect(await eventsOf(request)).toEqual([]);
  expect(await scene.sql("select from private.checks")).toEqual([]);
});

test("two workers read each file once", { timeout: scaled(60_000) }, async () => {
  const { files } = await filesOf(48);
  const other = await sendRequest(scene.platform);
  files.push(await other.add("other.pdf"));
  // Neither continues until both have begun to read.
  const waiting: (() => Promise<void>)[] = [];
  scene.proxy.onRead(async ({ pass }) => {
    waiting.push(pass);
    if (waiting.length < 8) return;
    scene.proxy.onRead((passing) => passing.pass());
    await Promise.all(waiting.map((held) => held()));
  });
  const runs = await Promise.all([runOnce(scene.proxy.url), runOnce(scene.proxy.url)]);
  const counts = runs.map(({ report }) => Number((report?.["files"] as typeof none | undefined)?.verified));
  expect(runs.map(({ code }) => code)).toEqual([0, 0]);
  expect(Math.min(...counts)).toBeGreaterThan(0);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(49);
  expect(scene.proxy.reads.toSorted()).toEqual(keysOf(files));
});

test("a file whose worker is killed is read by the next one", { timeout: scaled(60_000) }, async () => {
  const { files } = await filesOf(20);
  const reached = Promise.withResolvers<void>();
  scene.proxy.onRead(({ pass }) => {
    if (scene.proxy.reads.length < 6) return pass();
    return reached.resolve();
  });
  const killed = start(scene.proxy.url);
  onTestFinished(() => killed.signal("SIGKILL"));
  await reached.promise;
  killed.signal("SIGKILL");
  await killed.ended;
  scene.proxy.onRead((passing) => passing.pass());
  await scene.sql("update private.checks set claimed_until = now()");
  const next = start(scene.proxy.url);
  onTestFinished(() => next.signal("SIGKILL"));
  const unchecked = async () => (await states()).filter((line) => !line.endsWith("verified"));
  await expect.poll(unchecked, { timeout: scaled(30_000), interval: 20 }).toEqual([]);
  next.signal("SIGTERM");
  expect(await next.ended).toBe(0);
  expect([...new Set(scene.proxy.reads)].toSorted()).toEqual(keysOf(files));
  expect(await scene.sql("select from private.checks")).toEqual([]);
});

test("releases what it hasn't begun when it is told to stop", async () => {
  await filesOf(14);
  const reached = Promise.withResolvers<void>();
  const held: (() => Promise<void>)[] = [];
  scene.proxy.onRead(({ pass }) => {
    held.push(pass);
    if (held.length === 4) reached.resolve();
  });
  const worker = start(scene.proxy.url);
  onTestFinished(() => worker.signal("SIGKILL"));
  await reached.promise;
  worker.signal("SIGTERM");
  await Promise.all(held.map((pass) => pass()));
  expect(await worker.ended).toBe(0);
  expect(worker.output()).toContain('"endedBy":"signal"');
  const verified = (await states()).filter((line) => line.endsWith("verified")).length;
  expect(verified).toBeLessThan(14);
  expect(await scene.sql("select from private.checks")).toEqual([]);
});

test("says once that it can't reach the platform", async () => {
  const { code, report } = await runOnce("http://127.0.0.1:9");
  expect(code).toBe(1);
  expect(report).toMatchObject({ task: "checksums", endedBy: "claim_checks was answered with 0" });
});
