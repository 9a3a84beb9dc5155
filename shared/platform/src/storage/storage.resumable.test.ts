import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Person, startTestStorage, type TestStorage } from "./storage.harness.ts";

const ada: Person = { role: "authenticated", sub: randomUUID() };
const service = { role: "service_role" };
const start = new Date("2026-11-21T09:00:00Z");
const day = 24 * 60 * 60 * 1000;
let storage: TestStorage;

const base64 = (text: string) => Buffer.from(text).toString("base64");

async function begin(key: string, size: number, as: Partial<Person> = service) {
  const metadataFields = { bucketName: "docs", objectName: key, contentType: "text/plain" };
  const metadata = Object.entries(metadataFields).map(([name, value]) => `${name} ${base64(value)}`);
  const created = await storage.fetch("/upload/resumable", {
    method: "POST",
    as,
    headers: {
      "tus-resumable": "1.0.0",
      "upload-length": String(size),
      "upload-metadata": metadata.join(","),
    },
  });
  const location = created.headers.get("location");
  return { status: created.status, path: location === null ? "" : new URL(location).pathname };
}

const part = (path: string, offset: number, body: string, as: Partial<Person> = service) =>
  storage.fetch(path, {
    method: "PATCH",
    as,
    body,
    headers: {
      "tus-resumable": "1.0.0",
      "upload-offset": String(offset),
      "content-type": "application/offset+octet-stream",
    },
  });

const sendRequest = (path: string, method: string, as: Partial<Person> = service) =>
  storage.fetch(path, { method, as, headers: { "tus-resumable": "1.0.0" } });

/** Files of objects and of unfinished uploads. */
const bytesOnDisk = async () => (await storage.files()).filter((file) => file.startsWith("docs/"));

beforeAll(async () => {
  storage = await startTestStorage();
  await storage.sql("insert into storage.buckets (id, name) values ('docs', 'docs')");
});

afterEach(async () => {
  storage.setClock(start);
  const { rows } = await storage.sql("select policyname from pg_policies where tablename = 'objects'");
  for (const { policyname } of rows)
    await storage.sql(`drop policy ${String(policyname)} on storage.objects`);
  await storage.sql("drop function if exists storage.no_finish() cascade");
  await storage.sql("delete from storage.objects");
  await rm(join(storage.directory, "docs"), { recursive: true, force: true });
});

afterAll(() => storage.stop());

test("an upload can be resumed for a day, then its bytes are deleted", async () => {
  const { path } = await begin("late", 6);
  await part(path, 0, "abc");
  storage.setClock(new Date(start.getTime() + day));
  expect((await sendRequest(path, "HEAD")).headers.get("upload-offset")).toBe("3");
  storage.setClock(new Date(start.getTime() + day + 1));
  expect((await sendRequest(path, "HEAD")).status).toBe(410);
  expect(await bytesOnDisk()).toEqual([]);
  expect((await part(path, 3, "def")).status).toBe(404);
});

test("creating an upload deletes expired unfinished ones and keeps finished objects", async () => {
  const finished = await begin("finished", 3);
  await part(finished.path, 0, "abc");
  const given = await begin("given-up", 6);
  await part(given.path, 0, "abc");
  storage.setClock(new Date(start.getTime() + 2 * day));
  await begin("next", 1);

  const remaining = (await bytesOnDisk()).map((file) => file.split("/")[1]);
  expect(remaining).toEqual(["finished", "next"]);
  const { path } = await begin("finished-too", 1);
  await part(path, 0, "x");
  expect(await (await storage.fetch("/object/docs/finished", { as: service })).text()).toBe("abc");
});

test("policies see the service's operation name, type and announced size at each step", async () => {
  const announced = "metadata ->> 'mimetype' = 'text/plain' and (metadata ->> 'contentLength')::int = 4";
  const allow = (name: string, operation: string) =>
    storage.sql(`create policy ${name} on storage.objects for insert to authenticated
      with check (storage.operation() = '${operation}' and owner_id = '${ada.sub}' and ${announced})`);

  expect((await begin("steps", 4, ada)).status).toBe(403);
  await allow("may_create", "storage.tus.upload.create");
  const { path } = await begin("steps", 4, ada);
  expect((await part(path, 0, "ab", ada)).status).toBe(403);
  await allow("may_send", "storage.tus.upload.part");
  expect((await part(path, 0, "ab", ada)).status).toBe(204);
  expect((await sendRequest(path, "DELETE", ada)).status).toBe(403);
  expect((await sendRequest(path, "HEAD", ada)).headers.get("upload-offset")).toBe("2");
  expect((await part(path, 2, "cd", ada)).status).toBe(204);
  const { rows } = await storage.sql("select owner_id from storage.objects where name = 'steps'");
  expect(rows).toEqual([{ owner_id: ada.sub }]);

  await allow("may_end", "storage.tus.upload.delete");
  const second = await begin("ended", 4, ada);
  expect((await sendRequest(second.path, "DELETE", ada)).status).toBe(204);
});

test("an upload cannot continue after its permission is revoked", async () => {
  await storage.sql(
    "create policy may_send on storage.objects for insert to authenticated with check (true)",
  );
  const { path } = await begin("meanwhile", 4, ada);
  expect((await part(path, 0, "ab", ada)).status).toBe(204);
  await storage.sql("drop policy may_send on storage.objects");
  expect((await part(path, 2, "cd", ada)).status).toBe(403);
  expect((await sendRequest(path, "HEAD", ada)).headers.get("upload-offset")).toBe("2");
});

/** Makes the last write of an upload fail this way for every role. */
async function failAtTheEnd(code: string) {
  await storage.sql(`create function storage.no_finish() returns trigger language plpgsql as $$ begin
      if new.metadata ? 'eTag' then raise exception 'not now' using errcode = '${code}'; end if;
      return new;
    end $$`);
  await storage.sql(`create trigger no_finish before insert on storage.objects
    for each row execute function storage.no_finish()`);
}

test.each([
  ["refused", "42501", 403],
  ["failed", "53100", 500],
])("an upload whose last write was %s leaves no bytes and is gone", async (name, code, status) => {
  await failAtTheEnd(code);
  const { path } = await begin(name, 4);
  const before = (await bytesOnDisk()).length;
  expect((await part(path, 0, "abcd")).status).toBe(status);
  expect(await bytesOnDisk()).toHaveLength(before - 1);
  expect((await sendRequest(path, "HEAD")).status).toBe(410);
  await storage.sql("drop function storage.no_finish() cascade");
});

test("a modified upload URL doesn't work", async () => {
  const { path } = await begin("mine", 4);
  const [, version = ""] =
    /\/([^/]+)$/.exec(Buffer.from(path.split("/").pop() ?? "", "base64url").toString()) ?? [];
  for (const id of [`docs/yours/${version}`, `other/mine/${version}`, "docs/mine/no-uuid"]) {
    const segment = Buffer.from(id).toString("base64url");
    expect((await sendRequest(`/upload/resumable/${segment}`, "HEAD")).status).toBe(404);
  }
  const outside = Buffer.from(`docs/../../mine/${version}`).toString("base64url");
  expect((await sendRequest(`/upload/resumable/${outside}`, "HEAD")).status).toBe(400);
  for (const id of ["docs/mine/..", version, `docs/${version}`, "docs/mine/../../x", ""]) {
    const segment = Buffer.from(id).toString("base64url");
    expect((await part(`/upload/resumable/${segment}`, 0, "x")).status).toBeGreaterThanOrEqual(400);
  }
});
