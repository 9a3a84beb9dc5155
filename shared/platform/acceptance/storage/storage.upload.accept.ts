import { createHash, randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { covers } from "../coverage/covers.ts";
import { expectedCacheControl, newBucket, refusal, type TestBucket } from "./storage.bucket.ts";
import { target } from "../target.ts";

covers("POST /storage/v1/object/{bucket}/{key+}", "PUT /storage/v1/object/{bucket}/{key+}");

const limit = 64 * 1024;
let bucket: TestBucket;

beforeAll(async () => {
  bucket = await newBucket({ fileSizeLimit: limit, allowedMimeTypes: ["text/plain", "image/*"] });
});

/** Expects that the key doesn't exist and is still free. */
async function expectNothingAt(key: string) {
  const { error } = await bucket.service.info(key);
  expect(error).toMatchObject({ code: "NoSuchKey" });
  const again = await bucket.service.upload(key, "second try", { contentType: "text/plain" });
  expect(again.error).toBeNull();
}

describe("a file within the limits", () => {
  test("uploaded as the body is returned byte for byte", async () => {
    const bytes = Buffer.from(Array.from({ length: 5000 }, (_, index) => index % 256));
    const response = await bucket.upload("raw/bytes", bytes, { "cache-control": "max-age=60" });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ Id: expect.any(String), Key: `${bucket.id}/raw/bytes` });

    const back = await bucket.fetch(`/object/authenticated/${bucket.id}/raw/bytes`);
    expect(Buffer.from(await back.arrayBuffer()).equals(bytes)).toBe(true);
    expect(back.headers.get("etag")).toBe(`"${createHash("md5").update(bytes).digest("hex")}"`);
    expect(back.headers.get("cache-control")).toBe(expectedCacheControl("max-age=60"));
    expect(back.headers.get("content-type")).toBe("text/plain");
  });

  test("uploaded as a form keeps type, metadata and cache lifetime", async () => {
    const { data, error } = await bucket.service.upload(
      "form/photo.png",
      new Blob([new Uint8Array(300)], { type: "image/png" }),
      { cacheControl: "120", metadata: { page: 3 } },
    );
    expect(error).toBeNull();
    expect(data).toMatchObject({ path: "form/photo.png", fullPath: `${bucket.id}/form/photo.png` });

    const info = await bucket.service.info("form/photo.png");
    expect(info.data).toMatchObject({
      size: 300,
      contentType: "image/png",
      cacheControl: "max-age=120",
      metadata: { page: 3 },
    });
  });

  test("uploaded as a form can override the part's type, and name its metadata differently", async () => {
    const form = new FormData();
    form.append("contentType", "image/png");
    form.append("userMetadata", JSON.stringify({ page: 4 }));
    form.append("", new Blob(["x"], { type: "text/plain" }));
    const sent = await bucket.fetch(`/object/${bucket.id}/form/typed`, { method: "POST", body: form });
    expect(sent.status).toBe(200);
    const { data } = await bucket.service.info("form/typed");
    expect(data).toMatchObject({ contentType: "image/png", metadata: { page: 4 }, cacheControl: "no-cache" });
  });

  test("can be empty", async () => {
    expect((await bucket.upload("empty/raw", "")).status).toBe(200);
    const form = await bucket.service.upload("empty/form", new Blob([], { type: "text/plain" }));
    expect(form.error).toBeNull();

    for (const key of ["empty/raw", "empty/form"]) {
      expect((await bucket.service.info(key)).data).toMatchObject({ size: 0 });
      expect((await bucket.service.download(key)).data?.size).toBe(0);
    }
  });

  test("can have exactly the bucket's size limit", async () => {
    expect((await bucket.upload("limit/exact", "x".repeat(limit))).status).toBe(200);
  });
});

describe("a file that is too large", () => {
  const tooLarge = {
    status: 400,
    body: {
      statusCode: "413",
      error: "Payload too large",
      message: "The object exceeded the maximum allowed size",
      code: "EntityTooLarge",
    },
  };

  test("is rejected by its announced length", async () => {
    expect(await refusal(await bucket.upload("large/declared", "x".repeat(limit + 1)))).toEqual(tooLarge);
    await expectNothingAt("large/declared");
  });

  test("is rejected before permissions are checked", async () => {
    const body = "x".repeat(limit + 1);
    const headers = { "content-type": "text/plain" };
    const key = target().anonKey;
    const init = { method: "POST", headers, body, key };
    const stranger = await bucket.fetch(`/object/${bucket.id}/large/strange`, init);
    expect(await refusal(stranger)).toEqual(tooLarge);
    await bucket.upload("large/taken", "x");
    expect(await refusal(await bucket.upload("large/taken", body))).toEqual(tooLarge);
  });

  test("is rejected in a form", async () => {
    const { error } = await bucket.service.upload(
      "large/form",
      new Blob(["x".repeat(limit + 1)], { type: "text/plain" }),
    );
    expect(error).toMatchObject({ code: "EntityTooLarge", statusCode: "413", status: 400 });
    await expectNothingAt("large/form");
  });
});

test("form metadata of more than a mebibyte is dropped, and the file stored", async () => {
  const { error } = await bucket.service.upload("large/metadata", new Blob(["x"], { type: "text/plain" }), {
    metadata: { text: "x".repeat(1024 * 1024) },
  });
  expect(error).toBeNull();
  expect((await bucket.service.info("large/metadata")).data).toMatchObject({ size: 1, metadata: {} });
});

test("an upload with a header that can't be stored is rejected", async () => {
  const list = Buffer.from("[1]").toString("base64");
  for (const headers of [{ "x-robots-tag": "nonsense" }, { "x-metadata": list }]) {
    expect((await bucket.upload("headers", "x", headers)).status).toBe(400);
  }
  await expectNothingAt("headers");
  expect((await bucket.upload("robots", "x", { "x-robots-tag": "noindex, max-snippet: 20" })).status).toBe(
    200,
  );
});

test("a file of a type that the bucket does not allow is rejected", async () => {
  const response = await bucket.upload("type/raw", "<svg/>", { "content-type": "application/pdf" });
  expect(await refusal(response)).toEqual({
    status: 400,
    body: {
      statusCode: "415",
      error: "invalid_mime_type",
      message: "mime type application/pdf is not supported",
      code: "InvalidMimeType",
    },
  });

  const form = await bucket.service.upload("type/form", new Blob(["%PDF-"], { type: "application/pdf" }));
  expect(form.error).toMatchObject({ code: "InvalidMimeType" });
  await expectNothingAt("type/form");
});

test.each(["résumé.txt", "emoji-😀.txt", "a\\b.txt", "tab\there.txt"])(
  "the name %j is not a valid key",
  async (name) => {
    expect(await refusal(await bucket.upload(`keys/${encodeURIComponent(name)}`, "x"))).toEqual({
      status: 400,
      body: {
        statusCode: "400",
        error: "InvalidKey",
        message: `Invalid key: keys/${name}`,
        code: "InvalidKey",
      },
    });
  },
);

test("a missing bucket is reported as such", async () => {
  const response = await bucket.fetch(`/object/none-${randomUUID()}/x`, { method: "POST", body: "x" });
  expect(await refusal(response)).toEqual({
    status: 400,
    body: {
      statusCode: "404",
      error: "Bucket not found",
      message: "Bucket not found",
      code: "NoSuchBucket",
    },
  });
});

describe("a taken key", () => {
  const duplicate = {
    statusCode: "409",
    error: "Duplicate",
    message: "The resource already exists",
    code: "KeyAlreadyExists",
  };

  test("keeps its first file", async () => {
    await bucket.upload("taken/once", "first");
    expect(await refusal(await bucket.upload("taken/once", "second"))).toEqual({
      status: 400,
      body: duplicate,
    });
    expect(await (await bucket.service.download("taken/once")).data?.text()).toBe("first");
  });

  test("goes to one of several simultaneous uploads", async () => {
    const bodies = Array.from({ length: 6 }, (_, index) => `sender ${index}`);
    const responses = await Promise.all(bodies.map((body) => bucket.upload("taken/race", body)));
    const winners = bodies.filter((_, index) => responses[index]?.ok === true);
    // If several succeed, the last one stays, because the service doesn't serialise them.
    expect(winners).toContain(await (await bucket.service.download("taken/race")).data?.text());

    const losers = responses.filter((response) => !response.ok);
    expect(await Promise.all(losers.map((response) => response.json()))).toEqual(losers.map(() => duplicate));
  });

  test("is replaced, with a new version, only if requested", async () => {
    await bucket.upload("taken/replaced", "old");
    const before = await bucket.service.info("taken/replaced");
    expect((await bucket.upload("taken/replaced", "new", { "x-upsert": "true" })).status).toBe(200);
    const after = await bucket.service.info("taken/replaced");
    expect(after.data?.id).toBe(before.data?.id);
    expect(after.data?.version).not.toBe(before.data?.version);
    expect(await (await bucket.service.download("taken/replaced")).data?.text()).toBe("new");
  });
});

test("an interrupted upload leaves nothing behind", async () => {
  const hangUp = new AbortController();
  const chunks = ["half of it"];
  const halfSent = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks.pop();
      if (chunk === undefined) hangUp.abort();
      else controller.enqueue(new TextEncoder().encode(chunk));
    },
  });
  const sending = bucket.fetch(`/object/${bucket.id}/cut/off`, {
    method: "POST",
    headers: { "content-type": "text/plain" },
    body: halfSent,
    duplex: "half",
    signal: hangUp.signal,
  });
  await expect(sending).rejects.toThrow("aborted");
  await expectNothingAt("cut/off");
});

describe("a replacement", () => {
  test("by PUT works for existing and new names", async () => {
    for (const content of ["first", "second"]) {
      const { data, error } = await bucket.service.update("put/here", content, { contentType: "text/plain" });
      expect(error).toBeNull();
      expect(data).toMatchObject({ path: "put/here", fullPath: `${bucket.id}/put/here` });
      expect(await (await bucket.service.download("put/here")).data?.text()).toBe(content);
    }
  });

  test("requires its own permissions", async () => {
    const type = { contentType: "text/plain" };
    expect((await bucket.service.upload("put/there", "theirs", type)).error).toBeNull();
    expect((await bucket.anon.update("put/there", "mine", type)).error).toMatchObject({
      code: "AccessDenied",
    });
    expect(await (await bucket.service.download("put/there")).data?.text()).toBe("theirs");
  });
});

test("an empty folder's placeholder has no bytes, and any type", async () => {
  const mark = (folder: string, body: string) =>
    bucket.upload(`${folder}/.emptyFolderPlaceholder`, body, { "content-type": "application/octet-stream" });
  expect((await mark("empty", "")).status).toBe(200);
  expect(await refusal(await mark("full", "x"))).toMatchObject({ body: { code: "EntityTooLarge" } });
});
