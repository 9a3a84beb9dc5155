import { createHash, randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { Upload } from "tus-js-client";
import { covers } from "../coverage/covers.ts";
import { expectedCacheControl, newBucket, type TestBucket } from "./storage.bucket.ts";
import { partSize, resumableOf, someBytes } from "./storage.resumable.ts";
import { target } from "../target.ts";

covers(
  "OPTIONS /storage/v1/upload/resumable",
  "POST /storage/v1/upload/resumable",
  "HEAD /storage/v1/upload/resumable/{upload}",
  "PATCH /storage/v1/upload/resumable/{upload}",
  "DELETE /storage/v1/upload/resumable/{upload}",
);

const limit = 20 * 1024 * 1024;
let bucket: TestBucket;
let tus: ReturnType<typeof resumableOf>;

beforeAll(async () => {
  bucket = await newBucket({ fileSizeLimit: limit, allowedMimeTypes: ["text/plain", "image/*"] });
  tus = resumableOf(bucket);
});

const stored = async (key: string) => {
  const { data } = await bucket.service.download(key);
  return data && Buffer.from(await data.arrayBuffer());
};

async function answerOf(response: Response) {
  return { status: response.status, text: await response.text() };
}

/** A body that sends `bytes` and then stalls without ending, until it is aborted. */
function stalling(bytes: Buffer) {
  let abort = (): void => undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes);
      abort = () => controller.error(new Error("the connection was lost"));
    },
  });
  return { body, abort: () => abort() };
}

describe("a file uploaded in parts", () => {
  test("by the official client is stored with its metadata", async () => {
    const bytes = someBytes(2 * partSize + 1000);
    await new Promise((resolve, reject) => {
      const upload = new Upload(bytes, {
        endpoint: tus.endpoint,
        headers: { authorization: `Bearer ${target().serviceKey}`, apikey: target().serviceKey },
        chunkSize: partSize,
        uploadDataDuringCreation: true,
        retryDelays: [],
        metadata: {
          bucketName: bucket.id,
          objectName: "by/client.png",
          contentType: "image/png",
          cacheControl: "60",
          metadata: JSON.stringify({ page: 3 }),
        },
        onError: reject,
        onSuccess: resolve,
      });
      upload.start();
    });

    expect((await stored("by/client.png"))?.equals(bytes)).toBe(true);
    expect((await bucket.service.info("by/client.png")).data).toMatchObject({
      size: bytes.length,
      contentType: "image/png",
      cacheControl: "max-age=60",
      metadata: { page: 3 },
      etag: expect.stringMatching(/^".+"$/),
      version: expect.any(String),
    });
  });

  test("becomes an object with its last byte", async () => {
    const url = await tus.begin(6, "parts/slow");
    const first = await tus.part(url, 0, "abc");
    expect([first.status, first.headers.get("upload-offset")]).toEqual([204, "3"]);
    expect((await bucket.service.info("parts/slow")).error).toMatchObject({ code: "NoSuchKey" });
    expect((await bucket.service.list("parts")).data ?? []).toEqual([]);

    const last = await tus.part(url, 3, "def");
    expect([last.status, last.headers.get("upload-offset"), last.headers.get("tus-complete")]).toEqual([
      204,
      "6",
      "1",
    ]);
    expect((await stored("parts/slow"))?.toString()).toBe("abcdef");
  });

  test("can start in the creating request, and can be empty", async () => {
    const metadata = (objectName: string) => ({ objectName, contentType: "text/plain" });
    const whole = await tus.send(
      tus.endpoint,
      "POST",
      {
        "upload-length": "5",
        "content-type": "application/offset+octet-stream",
        "upload-metadata": Object.entries({ bucketName: bucket.id, ...metadata("with/announcement") })
          .map(([name, value]) => `${name} ${btoa(value)}`)
          .join(","),
      },
      "whole",
    );
    expect([whole.status, whole.headers.get("upload-offset")]).toEqual([201, "5"]);
    expect((await stored("with/announcement"))?.toString()).toBe("whole");

    expect((await tus.create(0, metadata("with/nothing"))).status).toBe(201);
    expect((await stored("with/nothing"))?.length).toBe(0);
  });

  test("can announce its length with a later part", async () => {
    const created = await tus.send(tus.endpoint, "POST", {
      "upload-defer-length": "1",
      "upload-metadata": `bucketName ${btoa(bucket.id)},objectName ${btoa("defer")},contentType ${btoa("text/plain")}`,
    });
    expect(created.status).toBe(201);
    const url = created.headers.get("location") ?? "";
    expect((await tus.part(url, 0, "ab")).status).toBe(204);
    const waiting = await tus.send(url, "HEAD");
    expect([waiting.headers.get("upload-offset"), waiting.headers.get("upload-defer-length")]).toEqual([
      "2",
      "1",
    ]);
    const last = await tus.part(url, 2, "cd", { "upload-length": "4" });
    expect([last.status, last.headers.get("tus-complete")]).toEqual([204, "1"]);
    expect((await stored("defer"))?.toString()).toBe("abcd");
  });

  test("has a URL below the endpoint", async () => {
    const created = await tus.create(4, { objectName: "address" });
    const url = created.headers.get("location") ?? "";
    expect(url.slice(0, url.lastIndexOf("/"))).toBe(tus.endpoint);
    expect(Buffer.from(url.slice(url.lastIndexOf("/") + 1), "base64url").toString()).toMatch(
      new RegExp(`^${bucket.id}/address/[^/]+$`),
    );
    // A service whose uploads never expire sends no expiry.
    for (const response of [created, await tus.part(url, 0, "ab")]) {
      const expires = response.headers.get("upload-expires");
      const sent = Date.parse(response.headers.get("date") ?? "");
      if (expires !== null) expect(Date.parse(expires)).toBeGreaterThan(sent);
    }
  });
});

describe("an interrupted upload", () => {
  test("keeps received bytes and can be resumed", async () => {
    const bytes = someBytes(3 * 1024 * 1024);
    const url = await tus.begin(bytes.length, "broken/off");
    const half = stalling(bytes.subarray(0, 2 * 1024 * 1024));
    const sending = tus.part(url, 0, half.body);
    await expect.poll(() => tus.offset(url), { timeout: 20_000, interval: 100 }).toBeGreaterThan(0);
    half.abort();
    await sending.catch(() => undefined);

    const offset = await tus.offset(url);
    expect(offset).toBeLessThanOrEqual(2 * 1024 * 1024);
    expect((await tus.part(url, offset, bytes.subarray(offset))).status).toBe(204);
    expect((await stored("broken/off"))?.equals(bytes)).toBe(true);
  });

  test("can be resumed by a second request, after which the first one has no effect", async () => {
    const bytes = someBytes(1024 * 1024);
    const offset = 512 * 1024;
    const url = await tus.begin(bytes.length, "two/senders");
    const first = stalling(someBytes(offset));
    const sending = tus.part(url, 0, first.body).then(
      (response) => response.headers.get("upload-offset"),
      () => "broken off",
    );
    await expect.poll(() => tus.offset(url), { timeout: 20_000, interval: 100 }).toBe(offset);

    const second = await tus.part(url, offset, bytes.subarray(offset));
    expect(second.status).toBe(204);
    first.abort();
    expect(await sending).not.toBe(String(bytes.length));
    expect((await stored("two/senders"))?.subarray(offset).equals(bytes.subarray(offset))).toBe(true);
  });

  test("cannot be resumed at the wrong offset", async () => {
    const url = await tus.begin(6, "wrong/place");
    await tus.part(url, 0, "abc");
    for (const offset of [0, 2, 4]) expect((await tus.part(url, offset, "xyz")).status).toBe(409);
    expect(await tus.offset(url)).toBe(3);
    await tus.part(url, 3, "def");
    expect((await stored("wrong/place"))?.toString()).toBe("abcdef");
  });

  test("accepts only one of two simultaneous parts", async () => {
    const url = await tus.begin(8, "at/once");
    const responses = await Promise.all(["11111111", "22222222"].map((body) => tus.part(url, 0, body)));
    expect(responses.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1);
    expect((await stored("at/once"))?.toString()).toMatch(/^(1{8}|2{8})$/);
  });

  test("returns its offset, also when complete, and is not cacheable", async () => {
    const url = await tus.begin(6, "how/much");
    await tus.part(url, 0, "abc");
    const response = await tus.send(url, "HEAD");
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "upload-offset": "3",
      "upload-length": "6",
      "cache-control": expectedCacheControl("no-store"),
      "tus-resumable": "1.0.0",
    });
    await tus.part(url, 3, "def");
    expect(await tus.offset(url)).toBe(6);
  });
});

describe("a terminated upload", () => {
  test("is deleted, and its name is free", async () => {
    const url = await tus.begin(6, "given/up");
    await tus.part(url, 0, "abc");
    expect((await tus.send(url, "DELETE")).status).toBe(204);
    expect([404, 410]).toContain((await tus.send(url, "HEAD")).status);
    expect([404, 410]).toContain((await tus.part(url, 3, "def")).status);
    const again = await tus.begin(2, "given/up");
    await tus.part(again, 0, "ok");
    expect((await stored("given/up"))?.toString()).toBe("ok");
  });

  test("that is already complete stays a file", async () => {
    const url = await tus.begin(2, "too/late", { "x-upsert": "true" });
    await tus.part(url, 0, "ok", { "x-upsert": "true" });
    expect(await answerOf(await tus.send(url, "DELETE", { "x-upsert": "true" }))).toMatchObject({
      status: 400,
    });
    expect((await stored("too/late"))?.toString()).toBe("ok");
  });
});

describe("a file is rejected, with plain text and a true status,", () => {
  test("if it is too large for the bucket", async () => {
    const response = await tus.create(limit + 1, { objectName: "large" });
    expect(await answerOf(response)).toEqual({ status: 413, text: "Maximum size exceeded\n" });
  });

  test("if more bytes arrive than announced", async () => {
    const url = await tus.begin(4, "more");
    expect((await tus.part(url, 0, "12345")).status).toBe(413);
    expect((await bucket.service.info("more")).error).toMatchObject({ code: "NoSuchKey" });
    const endless = new Blob(["12345"]).stream();
    expect((await tus.part(url, 0, endless)).status).toBe(413);
    expect((await bucket.service.info("more")).error).toMatchObject({ code: "NoSuchKey" });
  });

  test("if the bucket does not allow its type", async () => {
    const response = await tus.create(1, { objectName: "type", contentType: "application/pdf" });
    expect(await answerOf(response)).toEqual({
      status: 415,
      text: "mime type application/pdf is not supported",
    });
  });

  test("if the bucket is missing", async () => {
    const nowhere = resumableOf({ ...bucket, id: `none-${randomUUID()}` });
    expect(await answerOf(await nowhere.create(1, { objectName: "x" }))).toEqual({
      status: 404,
      text: "Bucket not found",
    });
  });

  test("if its name is not a valid key", async () => {
    expect(await answerOf(await tus.create(1, { objectName: "résumé.txt" }))).toEqual({
      status: 400,
      text: "Invalid key: résumé.txt",
    });
  });

  test("if it has no metadata", async () => {
    const response = await tus.send(tus.endpoint, "POST", { "upload-length": "1" });
    expect(await answerOf(response)).toEqual({ status: 400, text: "Metadata header is required" });
  });

  test("if its name is taken, unless it should replace that file", async () => {
    await bucket.upload("taken", "first");
    expect(await answerOf(await tus.create(6, { objectName: "taken" }))).toEqual({
      status: 409,
      text: "The resource already exists",
    });
    const before = await bucket.service.info("taken");
    const upsert = { "x-upsert": "true" };
    const url = await tus.begin(6, "taken", upsert);
    expect((await stored("taken"))?.toString()).toBe("first");
    expect((await tus.part(url, 0, "second", upsert)).status).toBe(204);
    expect((await stored("taken"))?.toString()).toBe("second");
    const after = await bucket.service.info("taken");
    expect(after.data?.id).toBe(before.data?.id);
    expect(after.data?.version).not.toBe(before.data?.version);
  });

  test("if its name was taken during the upload", async () => {
    const url = await tus.begin(6, "meanwhile");
    await bucket.upload("meanwhile", "first");
    expect((await tus.part(url, 0, "second")).status).toBe(409);
    expect((await stored("meanwhile"))?.toString()).toBe("first");
  });

  test("if the protocol headers are missing", async () => {
    const url = await tus.begin(3, "protocol");
    expect((await tus.part(url, 0, "abc", { "tus-resumable": "0.2.2" })).status).toBeGreaterThanOrEqual(400);
    expect((await tus.send(url, "PATCH", { "upload-offset": "0" }, "abc")).status).toBe(400);
    const none = await fetch(url, {
      method: "HEAD",
      headers: { authorization: `Bearer ${target().serviceKey}`, apikey: target().serviceKey },
    });
    expect(none.status).toBe(412);
    expect(await tus.offset(url)).toBe(0);
  });

  test("if the upload is unknown", async () => {
    const segment = Buffer.from(`${bucket.id}/x/${randomUUID()}`).toString("base64url");
    expect((await tus.part(`${tus.endpoint}/${segment}`, 0, "x")).status).toBe(404);
    expect((await tus.send(`${tus.endpoint}/${segment}`, "HEAD")).status).toBe(404);
    const at = (id: string) => `${tus.endpoint}/${Buffer.from(id).toString("base64url")}`;
    expect((await tus.send(at(`${bucket.id}/x/no-uuid`), "HEAD")).status).toBe(404);
    expect((await tus.send(at(`${bucket.id}/../x/${randomUUID()}`), "HEAD")).status).toBe(400);
  });
});

describe("a client with only the public key, without policies,", () => {
  const denied = { status: 403, text: "new row violates row-level security policy" };

  test("cannot create, continue or terminate uploads", async () => {
    const stranger = resumableOf(bucket, target().anonKey);
    expect(await answerOf(await stranger.create(3, { objectName: "theirs" }))).toEqual(denied);
    const url = await tus.begin(3, "ours");
    expect(await answerOf(await stranger.part(url, 0, "abc"))).toEqual(denied);
    expect(await answerOf(await stranger.send(url, "DELETE"))).toEqual(denied);
    expect(await tus.offset(url)).toBe(0);
  });

  test("is rejected without a readable token", async () => {
    const nobody = resumableOf(bucket, "not-a-token");
    const response = await nobody.create(3, { objectName: "theirs" });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      statusCode: "403",
      error: "Unauthorized",
      code: "AccessDenied",
    });
  });
});

test("the protocol options are available without a token", async () => {
  const response = await fetch(tus.endpoint, { method: "OPTIONS" });
  expect(response.status).toBe(204);
  expect(response.headers.get("tus-version")).toBe("1.0.0");
  for (const extension of ["creation", "creation-with-upload", "termination", "expiration"])
    expect(response.headers.get("tus-extension")?.split(",")).toContain(extension);
});

test("pages can read the response headers", async () => {
  const response = await tus.create(1, { objectName: "for/a/page" }, { origin: "https://page.example" });
  const exposed = (response.headers.get("access-control-expose-headers") ?? "").toLowerCase();
  for (const name of ["location", "upload-offset", "upload-length", "upload-expires", "tus-resumable"])
    expect(exposed === "*" || exposed.split(/, ?/).includes(name), name).toBe(true);
});

test("the ETag of a file uploaded in one part is that of its bytes, if the service supports it", async () => {
  const bytes = someBytes(1000);
  const url = await tus.begin(bytes.length, "tag");
  await tus.part(url, 0, bytes);
  const { data } = await bucket.service.info("tag");
  const md5 = createHash("md5").update(bytes).digest("hex");
  // A store of parts appends their number, and computes the ETag from the parts' ETags.
  expect(data?.etag).toMatch(new RegExp(`^"(${md5}|[0-9a-f]{32}-1)"$`));
});
