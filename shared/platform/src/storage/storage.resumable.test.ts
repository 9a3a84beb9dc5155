import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Person, startTestStorage, type TestStorage } from "./storage.harness.ts";

const ada: Person = { role: "authenticated", sub: randomUUID() };
const service = { role: "service_role" };
const start = new Date("2026-11-21T09:00:00Z");
const day = 24 * 60 * 60 * 1000;
let storage: TestStorage;

const base64 = (text: string) => Buffer.from(text).toString("base64");

async function begin(key: string, size: number, as: Partial<Person> = service) {
  const said = { bucketName: "docs", objectName: key, contentType: "text/plain" };
  const metadata = Object.entries(said).map(([name, value]) => `${name} ${base64(value)}`);
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

const ask = (path: string, method: string, as: Partial<Person> = service) =>
  storage.fetch(path, { method, as, headers: { "tus-resumable": "1.0.0" } });

/** Bytes of objects and of uploads on their way. */
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
});

afterAll(() => storage.stop());

test("an upload can be gone on with for a day, and then its bytes are gone", async () => {
  const { path } = await begin("late", 6);
  await part(path, 0, "abc");
  storage.setClock(new Date(start.getTime() + day));
  expect((await ask(path, "HEAD")).headers.get("upload-offset")).toBe("3");
  storage.setClock(new Date(start.getTime() + day + 1));
  expect((await ask(path, "HEAD")).status).toBe(410);
  expect(await bytesOnDisk()).toEqual([]);
  expect((await part(path, 3, "def")).status).toBe(404);
});

test("what nobody went on with is cleared away when the next upload begins, and what was finished stays", async () => {
  const finished = await begin("finished", 3);
  await part(finished.path, 0, "abc");
  const given = await begin("given-up", 6);
  await part(given.path, 0, "abc");
  storage.setClock(new Date(start.getTime() + 2 * day));
  await begin("next", 1);

  const kept = (await bytesOnDisk()).map((file) => file.split("/")[1]);
  expect(kept).toEqual(["finished", "next"]);
  const { path } = await begin("finished-too", 1);
  await part(path, 0, "x");
  expect(await (await storage.fetch("/object/docs/finished", { as: service })).text()).toBe("abc");
});

test("policies know each step by the service's own name, the type and the announced size", async () => {
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
  expect((await ask(path, "DELETE", ada)).status).toBe(403);
  expect((await ask(path, "HEAD", ada)).headers.get("upload-offset")).toBe("2");
  expect((await part(path, 2, "cd", ada)).status).toBe(204);
  const { rows } = await storage.sql("select owner_id from storage.objects where name = 'steps'");
  expect(rows).toEqual([{ owner_id: ada.sub }]);

  await allow("may_end", "storage.tus.upload.delete");
  const second = await begin("ended", 4, ada);
  expect((await ask(second.path, "DELETE", ada)).status).toBe(204);
});

test("rights that were taken away meanwhile end the upload's way", async () => {
  await storage.sql(
    "create policy may_send on storage.objects for insert to authenticated with check (true)",
  );
  const { path } = await begin("meanwhile", 4, ada);
  expect((await part(path, 0, "ab", ada)).status).toBe(204);
  await storage.sql("drop policy may_send on storage.objects");
  expect((await part(path, 2, "cd", ada)).status).toBe(403);
  expect((await ask(path, "HEAD", ada)).headers.get("upload-offset")).toBe("2");
});

/** The last write of an upload fails in this way, for every role. */
async function failAtTheEnd(code: string) {
  await storage.sql(`create function storage.no_finish() returns trigger language plpgsql as $$ begin
      if new.metadata ? 'eTag' then raise exception 'not now' using errcode = '${code}'; end if;
      return new;
    end $$`);
  await storage.sql(`create trigger no_finish before insert on storage.objects
    for each row execute function storage.no_finish()`);
}

test("what is refused at the very end leaves no bytes and no upload", async () => {
  await failAtTheEnd("42501");
  const { path } = await begin("refused", 4);
  const before = (await bytesOnDisk()).length;
  expect((await part(path, 0, "abcd")).status).toBe(403);
  expect(await bytesOnDisk()).toHaveLength(before - 1);
  expect((await ask(path, "HEAD")).status).toBe(404);
});

test("what failed at the very end is not said to be complete, and can be sent to its end again", async () => {
  await failAtTheEnd("53100");
  const { path } = await begin("failed", 4);
  expect((await part(path, 0, "abcd")).status).toBe(500);
  expect((await ask(path, "HEAD")).headers.get("upload-offset")).toBe("3");
  await storage.sql("drop function storage.no_finish() cascade");
  const last = await part(path, 3, "d");
  expect([last.status, last.headers.get("tus-complete")]).toEqual([204, "1"]);
  expect((await ask(path, "HEAD")).headers.get("upload-offset")).toBe("4");
  expect(await (await storage.fetch("/object/docs/failed", { as: service })).text()).toBe("abcd");
});

test("an address that was tampered with leads nowhere", async () => {
  const { path } = await begin("mine", 4);
  const [, version = ""] =
    /\/([^/]+)$/.exec(Buffer.from(path.split("/").pop() ?? "", "base64url").toString()) ?? [];
  for (const id of [`docs/yours/${version}`, `other/mine/${version}`, `docs/../../mine/${version}`]) {
    const segment = Buffer.from(id).toString("base64url");
    expect((await ask(`/upload/resumable/${segment}`, "HEAD")).status).toBe(404);
  }
  for (const id of ["docs/mine/..", version, `docs/${version}`, "docs/mine/../../x", ""]) {
    const segment = Buffer.from(id).toString("base64url");
    expect((await part(`/upload/resumable/${segment}`, 0, "x")).status).toBeGreaterThanOrEqual(400);
  }
});
