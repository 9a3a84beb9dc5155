import { mkdir, rm, watch, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { refusal, startTestStorage, type TestStorage } from "./storage.harness.ts";

const as = { role: "service_role" };
let storage: TestStorage;

const upload = (key: string, body: string, headers: Record<string, string> = {}, to = storage) =>
  to.fetch(`/object/docs/${key}`, {
    method: "POST",
    as,
    body,
    duplex: "half",
    headers: { "content-type": "text/plain", ...headers },
  });

beforeAll(async () => {
  storage = await startTestStorage();
  await storage.sql("insert into storage.buckets (id, name) values ('docs', 'docs')");
});

afterEach(async () => {
  await storage.sql("delete from storage.objects");
  await rm(join(storage.directory, "docs"), { recursive: true, force: true });
});

afterAll(() => storage.stop());

test("files left incomplete by a crash are deleted before the first upload", async () => {
  const restarted = await startTestStorage();
  onTestFinished(() => restarted.stop());
  await restarted.sql("insert into storage.buckets (id, name) values ('docs', 'docs')");
  const incoming = join(restarted.directory, "~incoming");
  await mkdir(incoming);
  await writeFile(join(incoming, "half"), "ha");
  await upload("first", "x", {}, restarted);
  const { rows } = await restarted.sql("select version from storage.objects");
  expect(await restarted.files()).toEqual([`docs/first/${String(rows[0]?.["version"])}`]);
});

test("uploads work after the whole folder was deleted", async () => {
  await upload("before", "x");
  await rm(storage.directory, { recursive: true });
  await storage.sql("delete from storage.objects");
  expect((await upload("after", "x")).status).toBe(200);
});

test("a replaced file's old bytes are deleted, and the new ones are served", async () => {
  await upload("a", "old");
  const before = await storage.files();
  await upload("a", "new", { "x-upsert": "true" });
  const after = await storage.files();
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(before);
  expect(await (await storage.fetch("/object/docs/a", { as })).text()).toBe("new");
});

test("the bytes are deleted if the row is rejected", async () => {
  await storage.sql(`create function storage.no_finish() returns trigger language plpgsql
    as $$ begin
      if new.metadata ? 'eTag' then raise exception 'not this one' using errcode = '42501'; end if;
      return new;
    end $$`);
  await storage.sql(`create trigger no_finish before insert on storage.objects
    for each row execute function storage.no_finish()`);
  expect(await refusal(await upload("a/b", "x"))).toBe("400 AccessDenied");
  await storage.sql("drop trigger no_finish on storage.objects");

  expect(await storage.files()).toEqual([]);
  expect((await storage.sql("select from storage.objects")).rowCount).toBe(0);
});

test("simultaneous uploads of a key leave only the winner's bytes", async () => {
  const responses = await Promise.all(["1", "2", "3", "4", "5"].map((body) => upload("race", body)));
  expect(responses.filter((response) => response.ok)).toHaveLength(1);
  expect(await storage.files()).toHaveLength(1);
});

test("an upload without a length is cut off at the limit", async () => {
  const stream = new Blob(["x".repeat(1_000_000), "x"]).stream();
  const response = await storage.fetch("/object/docs/endless", {
    method: "POST",
    as,
    body: stream,
    duplex: "half",
  });
  expect(await refusal(response)).toBe("400 EntityTooLarge");
  expect(await storage.files()).toEqual([]);
});

test("a client that disconnects during an upload leaves neither file nor row", async () => {
  const incoming = join(storage.directory, "~incoming");
  await upload("makes-the-folder", "x");
  const watching = new AbortController();
  const changes = watch(incoming, { signal: watching.signal });
  const hangUp = new AbortController();
  // Never closed, so the service waits for more.
  const endless = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(1000)),
  });
  const token = await storage.tokenOf(as);
  const sending = storage.fetch("/object/docs/cut", {
    method: "POST",
    body: endless,
    duplex: "half",
    signal: hangUp.signal,
    headers: { authorization: `Bearer ${token}`, "content-type": "text/plain" },
  });
  const rejected = expect(sending).rejects.toThrow("aborted");

  // First change: the temporary file exists. Last change: it is deleted.
  let name: string | null = null;
  for await (const change of changes) {
    if (name === null) {
      name = change.filename;
      hangUp.abort();
    } else if (!(await storage.files()).some((file) => file.startsWith("~incoming"))) break;
  }
  await rejected;
  expect((await storage.files()).filter((file) => !file.startsWith("docs/makes-the-folder/"))).toEqual([]);
  expect((await storage.sql("select from storage.objects where name = 'cut'")).rowCount).toBe(0);
});

test("a file whose bytes are lost is reported as missing, without caching", async () => {
  await upload("lost", "x");
  await rm(join(storage.directory, "docs"), { recursive: true });
  const response = await storage.fetch("/object/docs/lost", { as });
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    statusCode: "404",
    error: "Not found",
    message: "The resource was not found",
    code: "NoSuchKey",
  });
});

test("a key cannot escape its bucket", async () => {
  for (const path of ["/object/docs/a%2F..%2F..%2Fb", "/object/..%2Fdocs/a", "/object/docs%2F..%2F/a"]) {
    const response = await storage.fetch(path, { method: "POST", as, body: "x" });
    expect(await refusal(response)).toMatch(/^400 (InvalidKey|NoSuchBucket)$/);
  }
  await storage.sql(`insert into storage.objects (bucket_id, name, version, metadata)
    values ('docs', 'x', '../../../../../../etc/passwd',
      '{"eTag":"","size":1,"mimetype":"text/plain","cacheControl":"","lastModified":"2026-11-21T00:00:00Z"}')`);
  expect(await refusal(await storage.fetch("/object/docs/x", { as }))).toBe("400 NoSuchKey");
});

test.each([
  ["alone", "/object/docs/stuck", null],
  ["among others", "/object/docs", JSON.stringify({ prefixes: ["free", "stuck"] })],
])("a file that cannot be removed from disk, deleted %s, stays unchanged", async (_, path, body) => {
  for (const key of ["free", "stuck"]) expect((await upload(key, "x")).status).toBe(200);
  const bytes = (await storage.files()).find((file) => file.startsWith("docs/stuck/")) ?? "";
  const place = join(storage.directory, bytes);
  await rm(place);
  await mkdir(join(place, "in-the-way"), { recursive: true });

  const remove = () =>
    storage.fetch(path, { method: "DELETE", as, body, headers: { "content-type": "application/json" } });
  expect((await remove()).status).toBe(500);
  const { rows } = await storage.sql("select name from storage.objects order by name");
  expect(rows).toEqual([{ name: "free" }, { name: "stuck" }]);

  await rm(place, { recursive: true });
  expect((await remove()).status).toBe(200);
});
