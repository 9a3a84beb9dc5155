import { beforeAll, expect, test } from "vitest";
import { covers } from "../coverage/covers.ts";
import { newBucket, refusal, type TestBucket } from "./storage.bucket.ts";

covers("DELETE /storage/v1/object/{bucket}", "DELETE /storage/v1/object/{bucket}/{key+}");

let bucket: TestBucket;

beforeAll(async () => {
  bucket = await newBucket();
});

test("files are removed and unknown names ignored", async () => {
  await bucket.upload("many/a", "a");
  await bucket.upload("many/b", "b");
  await bucket.upload("many/kept", "kept");

  const { data, error } = await bucket.service.remove(["many/a", "many/b", "many/never"]);
  expect(error).toBeNull();
  expect(data?.map((row) => row.name).sort()).toEqual(["many/a", "many/b"]);
  expect((await bucket.service.download("many/a")).error).toMatchObject({ code: "NoSuchKey" });
  expect(await (await bucket.service.download("many/kept")).data?.text()).toBe("kept");
});

test("names match exactly, never as prefixes", async () => {
  await bucket.upload("folder/file", "kept");
  expect((await bucket.service.remove(["folder", "folder/", "folder/f"])).data).toEqual([]);
  expect(await (await bucket.service.download("folder/file")).data?.text()).toBe("kept");
});

test("a removed name can be used again", async () => {
  await bucket.upload("again", "first");
  await bucket.service.remove(["again"]);
  expect((await bucket.upload("again", "second")).status).toBe(200);
  expect(await (await bucket.service.download("again")).data?.text()).toBe("second");
});

test("a single file can be removed once", async () => {
  await bucket.upload("single", "x");
  const remove = () => bucket.fetch(`/object/${bucket.id}/single`, { method: "DELETE" });
  const first = await remove();
  expect([first.status, await first.json()]).toEqual([200, { message: "Successfully deleted" }]);
  expect(await refusal(await remove())).toMatchObject({ status: 400, body: { code: "NoSuchKey" } });
});

test("removing without names is rejected", async () => {
  const response = await bucket.fetch(`/object/${bucket.id}`, {
    method: "DELETE",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ prefixes: [] }),
  });
  expect(await refusal(response)).toMatchObject({
    status: 400,
    body: { statusCode: "400", error: "Error", code: "InvalidRequest" },
  });
});
