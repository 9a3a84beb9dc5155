import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { covers } from "../coverage/covers.ts";
import { newBucket, refusal, type TestBucket } from "./storage.bucket.ts";
import { target } from "../target.ts";

covers(
  "GET /storage/v1/status",
  "GET /storage/v1/bucket",
  "GET /storage/v1/bucket/{id}",
  "POST /storage/v1/bucket",
  "PUT /storage/v1/bucket/{id}",
  "DELETE /storage/v1/bucket/{id}",
  "POST /storage/v1/bucket/{id}/empty",
  "GET /storage/v1/object/info/authenticated/{bucket}/{key+}",
);

let bucket: TestBucket;
beforeAll(async () => {
  bucket = await newBucket({ fileSizeLimit: 1000, allowedMimeTypes: ["text/plain"] });
});

test("the status route returns 200", async () => {
  expect((await bucket.fetch("/status", { key: null })).status).toBe(200);
});

test("a bucket is returned with its limits, individually and in the list", async () => {
  const expected = { id: bucket.id, name: bucket.id, public: false, file_size_limit: 1000 };
  const alone = await bucket.fetch(`/bucket/${bucket.id}`);
  expect(alone.status).toBe(200);
  const found: unknown = await alone.json();
  expect(found).toMatchObject({ ...expected, allowed_mime_types: ["text/plain"] });
  expect(found).not.toHaveProperty("type");
  const all = await bucket.fetch("/bucket");
  expect(await all.json()).toContainEqual(expect.objectContaining(expected));
});

test("a missing bucket is an error", async () => {
  expect(await refusal(await bucket.fetch(`/bucket/none-${randomUUID()}`))).toMatchObject({
    status: 400,
    body: { statusCode: "404", message: "Bucket not found" },
  });
});

test("a file's metadata is also available under its longer path", async () => {
  await bucket.upload("known.txt", "12345");
  const response = await bucket.fetch(`/object/info/authenticated/${bucket.id}/known.txt`);
  expect(await response.json()).toMatchObject({ name: "known.txt", size: 5, metadata: {} });
});

/** A unique name. */
const newName = () => `accept-${randomUUID()}`;

const json = (method: string, body?: unknown, key?: string) => ({
  method,
  ...(key === undefined ? {} : { key }),
  ...(body === undefined
    ? {}
    : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
});

describe("a new bucket", () => {
  test("has the given limits, as numbers or as text", async () => {
    for (const [limit, bytes] of [
      [2000, 2000],
      ["3KB", 3000],
      ["1mb", 1_000_000],
      [null, null],
    ]) {
      const name = newName();
      const made = await bucket.fetch("/bucket", json("POST", { name, file_size_limit: limit }));
      expect([made.status, await made.json()]).toEqual([200, { name }]);
      const created: unknown = await (await bucket.fetch(`/bucket/${name}`)).json();
      expect(created).toMatchObject({
        id: name,
        public: false,
        file_size_limit: bytes,
        allowed_mime_types: null,
      });
    }
  });

  test("cannot exceed the service's limits", async () => {
    const response = await bucket.fetch(
      "/bucket",
      json("POST", { name: newName(), file_size_limit: "500GB" }),
    );
    expect(await refusal(response)).toMatchObject({
      status: 400,
      body: { statusCode: "413", error: "Payload too large", code: "EntityTooLarge" },
    });
  });

  test.each([" leading", "trailing ", "sl/ash", "b".repeat(101), "résumé"])(
    "cannot be called %j",
    async (name) => {
      expect(await refusal(await bucket.fetch("/bucket", json("POST", { name })))).toEqual({
        status: 400,
        body: {
          statusCode: "400",
          error: "Invalid Input",
          message: "Bucket name invalid",
          code: "InvalidBucketName",
        },
      });
    },
  );

  test.each([
    {},
    { name: {} },
    { name: "x", public: "perhaps" },
    { name: "x", file_size_limit: "much" },
    { name: "x", type: "PAPER" },
  ])("is not created from %j", async (body) => {
    const response = await bucket.fetch("/bucket", json("POST", body));
    expect(await refusal(response)).toMatchObject({ status: 400, body: { code: "InvalidRequest" } });
  });
});

test("JSON values are converted to the expected type where that is unambiguous", async () => {
  const name = Math.floor(Math.random() * 1e15);
  const made = await bucket.fetch("/bucket", json("POST", { name, public: "true" }));
  expect([made.status, await made.json()]).toEqual([200, { name: String(name) }]);
  const found: unknown = await (await bucket.fetch(`/bucket/${name}`)).json();
  expect(found).toMatchObject({ id: String(name), public: true });
});

test("an allowed type that is not a MIME type is rejected", async () => {
  const body = { name: newName(), allowed_mime_types: ["nonsense"] };
  expect(await refusal(await bucket.fetch("/bucket", json("POST", body)))).toMatchObject({
    status: 400,
    body: { statusCode: "415", code: "InvalidMimeType" },
  });
  const change = { allowed_mime_types: ["nonsense"] };
  expect(await refusal(await bucket.fetch(`/bucket/${bucket.id}`, json("PUT", change)))).toMatchObject({
    status: 400,
    body: { statusCode: "415", code: "InvalidMimeType" },
  });
});

test("an empty change and an empty page are rejected", async () => {
  expect((await bucket.fetch(`/bucket/${bucket.id}`, json("PUT", {}))).status).toBe(400);
  expect((await bucket.fetch("/bucket?limit=0")).status).toBe(400);
});

test("responses are JSON in UTF-8", async () => {
  for (const path of [`/bucket/${bucket.id}`, "/bucket/none"]) {
    const { headers } = await bucket.fetch(path);
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  }
});

test("a bucket has no other routes", async () => {
  expect((await bucket.fetch(`/bucket/${bucket.id}`)).status).toBe(200);
  const path = `/buckets/${bucket.id}`;
  expect(await refusal(await bucket.fetch(path))).toMatchObject({
    status: 404,
    body: { statusCode: 404, error: "Not Found", message: `Route GET:${path} not found` },
  });
});

test.each(["application/xml", "application/x-www-form-urlencoded"])(
  "a body that is not JSON is ignored: %s",
  async (type) => {
    const name = newName();
    const init = { method: "POST", headers: { "content-type": type }, body: JSON.stringify({ name }) };
    expect(await refusal(await bucket.fetch("/bucket", init))).toMatchObject({
      status: 400,
      body: { statusCode: "400", code: "InvalidRequest", message: "body must be object" },
    });
    expect(await refusal(await bucket.fetch(`/bucket/${name}`))).toMatchObject({
      body: { code: "NoSuchBucket" },
    });
  },
);

describe("a bucket's rules", () => {
  test("can be changed individually and apply immediately", async () => {
    const own = await newBucket({ fileSizeLimit: 1000, allowedMimeTypes: ["text/plain"] });
    const change = async (body: unknown) => {
      const response = await bucket.fetch(`/bucket/${own.id}`, json("PUT", body));
      expect([response.status, await response.json()]).toEqual([200, { message: "Successfully updated" }]);
    };
    expect((await own.upload("a", "x".repeat(1500))).status).toBe(400);
    await change({ file_size_limit: 2000 });
    expect((await own.upload("a", "x".repeat(1500))).status).toBe(200);
    expect((await own.upload("b", "x", { "content-type": "image/png" })).status).toBe(400);
    await change({ allowed_mime_types: ["image/*"] });
    expect((await own.upload("b", "x", { "content-type": "image/png" })).status).toBe(200);
    await change({ allowed_mime_types: null, file_size_limit: null });
    expect((await own.upload("c", "x".repeat(3000))).status).toBe(200);
    await change({ public: true });
    expect((await bucket.fetch(`/object/public/${own.id}/c`, { key: null })).status).toBe(200);
    await change({ public: false });
    expect((await bucket.fetch(`/object/public/${own.id}/c`, { key: null })).status).toBe(400);
  });

  test("cannot be changed with the public key, nor for a missing bucket", async () => {
    const noBucket = { status: 400, body: { statusCode: "404", code: "NoSuchBucket" } };
    const body = { public: true };
    const stranger = await bucket.fetch(`/bucket/${bucket.id}`, json("PUT", body, target().anonKey));
    expect(await refusal(stranger)).toMatchObject(noBucket);
    expect(await refusal(await bucket.fetch(`/bucket/${newName()}`, json("PUT", body)))).toMatchObject(
      noBucket,
    );
    const limitless = await bucket.fetch(`/bucket/${bucket.id}`, json("PUT", { file_size_limit: "500GB" }));
    expect(await refusal(limitless)).toMatchObject({ body: { code: "EntityTooLarge" } });
  });
});

describe("deleting a bucket", () => {
  test("requires it to be empty", async () => {
    const own = await newBucket();
    for (const key of ["a", "b/c", "b/d"]) await own.upload(key, key);
    expect(await refusal(await bucket.fetch(`/bucket/${own.id}`, json("DELETE")))).toEqual({
      status: 400,
      body: {
        statusCode: "409",
        error: "ResourceNotEmpty",
        message: "The bucket you tried to delete is not empty",
        code: "ResourceNotEmpty",
      },
    });
    expect((await own.service.exists("b/c")).data).toBe(true);

    const emptied = await bucket.fetch(`/bucket/${own.id}/empty`, json("POST"));
    expect([emptied.status, await emptied.json()]).toEqual([
      200,
      { message: "Empty bucket has been queued. Completion may take up to an hour." },
    ]);
    await expect
      .poll(async () => (await own.service.listV2()).data?.objects, { timeout: 20_000 })
      .toEqual([]);
    const ended = await bucket.fetch(`/bucket/${own.id}`, json("DELETE"));
    expect([ended.status, await ended.json()]).toEqual([200, { message: "Successfully deleted" }]);
    expect(await refusal(await bucket.fetch(`/bucket/${own.id}`))).toMatchObject({
      body: { code: "NoSuchBucket" },
    });
  });

  test("is impossible with the public key", async () => {
    const empty = await newBucket();
    const full = await newBucket();
    await full.upload("a", "a");
    const sendRequest = async (path: string, method: string) => {
      const response = await bucket.fetch(`/bucket/${path}`, json(method, undefined, target().anonKey));
      return refusal(response);
    };
    for (const method of ["GET", "DELETE"]) {
      expect(await sendRequest(empty.id, method)).toMatchObject({
        status: 400,
        body: { code: "NoSuchBucket" },
      });
    }
    expect(await sendRequest(full.id, "DELETE")).toMatchObject({
      status: 400,
      body: { statusCode: "409", code: "ResourceNotEmpty" },
    });
    expect(await sendRequest(`${full.id}/empty`, "POST")).toMatchObject({
      status: 403,
      body: { statusCode: "403", code: "AccessDenied" },
    });
    expect((await bucket.fetch(`/bucket/${empty.id}`)).status).toBe(200);
    expect((await full.service.exists("a")).data).toBe(true);
  });

  test("fails for a missing bucket", async () => {
    for (const [path, method] of [
      ["", "DELETE"],
      ["/empty", "POST"],
    ] as const) {
      const response = await bucket.fetch(`/bucket/${newName()}${path}`, json(method));
      expect(await refusal(response)).toMatchObject({ status: 400, body: { code: "NoSuchBucket" } });
    }
  });
});

test("buckets are listed in pages, sorted by name and filtered by part of the name", async () => {
  const word = randomUUID();
  for (const name of ["c", "a", "b"])
    await bucket.fetch("/bucket", json("POST", { name: `${word}-${name}` }));
  const list = async (query: string) => {
    const response = await bucket.fetch(`/bucket?search=${word}&${query}`);
    return ((await response.json()) as { name: string }[]).map(({ name }) => name.slice(-1));
  };
  expect(await list("sortColumn=name")).toEqual(["a", "b", "c"]);
  expect(await list("sortColumn=name&sortOrder=desc&limit=2")).toEqual(["c", "b"]);
  expect(await list("sortColumn=name&limit=5&offset=2")).toEqual(["c"]);
  expect(await list("sortColumn=created_at")).toEqual(["c", "a", "b"]);
});
