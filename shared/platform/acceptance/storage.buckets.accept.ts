import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
import { newBucket, refusal, type TestBucket } from "./storage.bucket.ts";

covers(
  "GET /storage/v1/status",
  "GET /storage/v1/bucket",
  "GET /storage/v1/bucket/{id}",
  "GET /storage/v1/object/info/authenticated/{bucket}/{key+}",
);

let bucket: TestBucket;
beforeAll(async () => {
  bucket = await newBucket({ fileSizeLimit: 1000, allowedMimeTypes: ["text/plain"] });
});

test("the service says that it is alive", async () => {
  expect((await bucket.fetch("/status", { key: null })).status).toBe(200);
});

test("a bucket is told with its limits, alone and among the others", async () => {
  const told = { id: bucket.id, name: bucket.id, public: false, file_size_limit: 1000 };
  const alone = await bucket.fetch(`/bucket/${bucket.id}`);
  expect(alone.status).toBe(200);
  expect(await alone.json()).toMatchObject({ ...told, allowed_mime_types: ["text/plain"] });
  const all = await bucket.fetch("/bucket");
  expect(await all.json()).toContainEqual(expect.objectContaining(told));
});

test("a bucket that is not there is said to be none", async () => {
  expect(await refusal(await bucket.fetch(`/bucket/none-${randomUUID()}`))).toMatchObject({
    status: 400,
    body: { statusCode: "404", message: "Bucket not found" },
  });
});

test("what is known of a file is told under its longer address too", async () => {
  await bucket.upload("known.txt", "12345");
  const answer = await bucket.fetch(`/object/info/authenticated/${bucket.id}/known.txt`);
  expect(await answer.json()).toMatchObject({ name: "known.txt", size: 5 });
});
