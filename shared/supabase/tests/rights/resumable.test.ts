import { beforeAll, describe, expect, test } from "vitest";
import { readTable, storage } from "./matrix.ts";
import { type Cast, makeCast } from "./testing/cast.ts";
import { adminRow, adminRows } from "./testing/database.ts";
import { granted } from "./testing/expectations.ts";
import type { Person } from "./testing/people.ts";
import { begin, finish, get, pdf, resume, sha256, startResumable } from "./testing/requests.ts";

let cast: Cast;
beforeAll(async () => {
  cast = await makeCast();
});

/** Begins a file of the first or the third item, because a person may send 50 files for each. */
const announced = (index: 0 | 2 = 0) => begin(cast.person("recipient"), cast.items[index] ?? "");
const end = (person: Person, path: string, headers = {}) =>
  person.knock(path, { method: "DELETE", headers: { "tus-resumable": "1.0.0", ...headers } });
const cells = [...(readTable(storage).find((line) => line.name === "upload")?.cells ?? [])];

test.each(cells)("%s starts a resumable upload of the recipient's file: %s", async (who, expected) => {
  const { object_key: key } = await announced();
  const { status } = await startResumable(cast.person(who), key);
  if (expected === "yes") expect(status).toBe(201);
  else expect([400, 403]).toContain(status);
});

test.each(cells)("%s sends a part of the recipient's upload: %s", async (who, expected) => {
  const { object_key: key } = await announced();
  const { path } = await startResumable(cast.person("recipient"), key);
  const { status } = await resume(cast.person(who), path, 0);
  if (expected === "yes") expect(status).toBe(204);
  else expect([400, 403]).toContain(status);
  const kept = await adminRows("select from storage.objects where name = $1", [key]);
  expect(kept).toHaveLength(expected === "yes" ? 1 : 0);
});

test.each(cells)("%s terminates the recipient's upload: %s", async (who, expected) => {
  const { object_key: key } = await announced(2);
  const { path } = await startResumable(cast.person("recipient"), key);
  const { status } = await end(cast.person(who), path);
  if (expected === "yes") expect(status).toBe(204);
  else expect([400, 403]).toContain(status);
  expect((await resume(cast.person("recipient"), path, 0)).status).toBe(expected === "yes" ? 404 : 204);
});

test("a file from a resumable upload is finished and read like any other", async () => {
  const recipient = cast.person("recipient");
  const { file_id: file, object_key: key } = await announced();
  const { path } = await startResumable(recipient, key);
  expect((await resume(recipient, path, 0, pdf.subarray(0, 5))).status).toBe(204);
  const early = await recipient.rpc("finish_upload", { file, sha256: sha256(pdf) });
  expect(early.body).toMatchObject({ message: "file.not_stored" });
  expect((await resume(recipient, path, 5, pdf.subarray(5))).status).toBe(204);
  granted(await recipient.rpc("finish_upload", { file, sha256: sha256(pdf) }));
  expect(await get(cast.person("owner"), key)).toEqual({ status: 200, body: pdf.toString() });
});

test("a complete upload can't be terminated, before or after it is finished", async () => {
  const recipient = cast.person("recipient");
  const { file_id: file, object_key: key } = await announced();
  const { path } = await startResumable(recipient, key);
  expect((await resume(recipient, path, 0)).status).toBe(204);
  const endAll = async () => {
    for (const headers of [{}, { "x-upsert": "true" }])
      expect([400, 403, 409]).toContain((await end(recipient, path, headers)).status);
  };
  await endAll();
  granted(await finish(recipient, file));
  await endAll();
  expect(await get(cast.person("owner"), key)).toEqual({ status: 200, body: pdf.toString() });
});

describe("a file removed during its upload", () => {
  test("accepts no further parts and creates no object", async () => {
    const recipient = cast.person("recipient");
    const { file_id: file, object_key: key } = await announced();
    const { path } = await startResumable(recipient, key);
    await resume(recipient, path, 0, pdf.subarray(0, 5));
    granted(await recipient.rpc("remove_file", { file }));
    expect(await resume(recipient, path, 5, pdf.subarray(5))).toMatchObject({
      status: 403,
      body: "new row violates row-level security policy",
    });
    expect(await adminRows("select from storage.objects where name = $1", [key])).toEqual([]);
    expect((await end(recipient, path)).status).toBe(403);
  });
});

test("a second upload of the same file changes nothing, whatever its headers", async () => {
  const recipient = cast.person("recipient");
  const { object_key: key } = await announced();
  const first = await startResumable(recipient, key);
  const second = await startResumable(recipient, key);
  expect((await resume(recipient, first.path, 0)).status).toBe(204);
  const before = await adminRow("select version from storage.objects where name = $1", [key]);
  const other = Buffer.from("%PDF-1.7\nother");
  for (const headers of [{}, { "x-upsert": "true" }])
    expect([403, 409]).toContain((await resume(recipient, second.path, 0, other, headers)).status);
  expect(await adminRow("select version from storage.objects where name = $1", [key])).toEqual(before);
});
