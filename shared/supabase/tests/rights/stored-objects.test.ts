import { expect, test } from "vitest";
import { adminRow, asAdmin, database } from "./testing/database.ts";
import { granted } from "./testing/expectations.ts";
import { begin, finish, get, put, sendRequest, upload } from "./testing/requests.ts";

const refused = /new row violates row-level security policy/;

/** Completes an upload like Storage does: in its own role, without row-level security. */
function complete(key: string, version: string): Promise<unknown> {
  return database.as("service_role", {}, (query) =>
    query(
      `insert into storage.objects (bucket_id, name, version, metadata)
       values ('documents', $1, $2, '{"size": 14, "mimetype": "application/pdf"}')
       on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata`,
      [key, version],
    ),
  );
}

test("not even Storage can replace a finished file with another version", async () => {
  const { recipient: anna, item } = await sendRequest({});
  const file = await upload(anna, item.id);

  await expect(complete(file.object_key, "another")).rejects.toThrow(refused);
  expect(await get(anna, file.object_key)).toMatchObject({ status: 200, body: "%PDF-1.7\nhello" });
});

test("an upload that completes after the file was removed is rejected", async () => {
  const { recipient: anna, item } = await sendRequest({});
  const file = await begin(anna, item.id);
  granted(await anna.rpc("remove_file", { file: file.file_id }));

  await expect(complete(file.object_key, "late")).rejects.toThrow(refused);
});

test("no role can create an object without a file or move one into or out of the bucket", async () => {
  const { recipient: anna, item } = await sendRequest({});
  const file = await upload(anna, item.id);

  await expect(complete("a/b/c/d", "1")).rejects.toThrow(refused);
  await expect(
    asAdmin((query) =>
      query("update storage.objects set name = 'elsewhere' where name = $1", [file.object_key]),
    ),
  ).rejects.toThrow(refused);
});

test("only the first of two uploads of a file is stored", async () => {
  const { recipient: anna, item } = await sendRequest({});
  const file = await begin(anna, item.id);

  const answers = await Promise.all([put(anna, file.object_key), put(anna, file.object_key)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  granted(await finish(anna, file.file_id));
  const kept = await adminRow(
    `select f.object_version = o.version as same from public.files f
     join storage.objects o on o.name = f.object_key where f.id = $1`,
    [file.file_id],
  );
  expect(kept).toEqual({ same: true });
});
