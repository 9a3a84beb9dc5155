import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { covers } from "../coverage/covers.ts";
import { expectedCacheControl, newBucket, refusal, type TestBucket } from "./storage.bucket.ts";
import { target } from "../target.ts";
import { putForward, testWithClock } from "../with-clock.ts";

const content = "0123456789";
covers(
  "POST /storage/v1/object/sign/{bucket}",
  "POST /storage/v1/object/sign/{bucket}/{key+}",
  "GET /storage/v1/object/sign/{bucket}/{key+}",
);

let bucket: TestBucket;

beforeAll(async () => {
  bucket = await newBucket();
  await bucket.upload("deep/digits", content, { "cache-control": "max-age=60" });
  await bucket.upload("with space & more.txt", "spaced");
});

const sign = (path: string, body: unknown, key?: string) =>
  bucket.fetch(`/object/sign/${bucket.id}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    ...(key === undefined ? {} : { key }),
  });

/** Creates a signed URL. */
async function addressOf(path: string, expiresIn = 60): Promise<string> {
  const { data, error } = await bucket.service.createSignedUrl(path, expiresIn);
  if (error !== null) throw error;
  return data.signedUrl;
}

describe("a signed URL", () => {
  test("opens the file without a key, and not if modified", async () => {
    const url = await addressOf("deep/digits");
    expect(url).toContain(`${target().url}/storage/v1/object/sign/${bucket.id}/deep/digits?token=`);
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(content);

    const other = await fetch(url.replace("/deep/digits", "/with%20space%20%26%20more.txt"));
    expect(await refusal(other)).toMatchObject({
      status: 400,
      body: { statusCode: "400", error: "InvalidSignature", code: "InvalidSignature" },
    });
    const cut = await fetch(url.slice(0, -3));
    expect(await refusal(cut)).toMatchObject({
      status: 400,
      body: { statusCode: "400", code: "InvalidJWT" },
    });
  });

  test("limits caching to its expiry", async () => {
    const url = await addressOf("deep/digits", 60);
    const { headers } = await fetch(url);
    const [, claims = ""] = (new URL(url).searchParams.get("token") ?? "").split(".");
    const { iat, exp } = JSON.parse(Buffer.from(claims, "base64url").toString()) as Record<string, number>;
    expect((exp ?? 0) - (iat ?? 0)).toBe(60);
    expect(headers.get("expires")).toBe(new Date((exp ?? 0) * 1000).toUTCString());
    expect(headers.get("cache-control")).toBe(expectedCacheControl(null));
    expect(headers.get("etag")).toMatch(/^".+"$/);
  });

  test("supports ranges, ETags and file names", async () => {
    const url = await addressOf("deep/digits");
    const part = await fetch(url, { headers: { range: "bytes=2-4" } });
    expect([part.status, await part.text()]).toEqual([206, "234"]);
    const etag = part.headers.get("etag") ?? "";
    expect((await fetch(url, { headers: { "if-none-match": etag } })).status).toBe(304);
    const head = await fetch(url, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, "10"]);

    const named = await fetch(`${url}&download=M%C3%A4rz%20%26%20Co.txt`);
    expect(named.headers.get("content-disposition")).toContain("filename*=UTF-8''M%C3%A4rz%20%26%20Co.txt");
  });

  test("works for names with spaces and special characters", async () => {
    expect(await (await fetch(await addressOf("with space & more.txt"))).text()).toBe("spaced");
  });

  test("is created even if image transformations are requested", async () => {
    const response = await sign("/deep/digits", { expiresIn: 60, transform: { width: 10 } });
    expect(response.status).toBe(200);
  });

  test("is not created for a missing or invisible file", async () => {
    const denied = {
      status: 400,
      body: { statusCode: "404", error: "not_found", message: "Object not found", code: "NoSuchKey" },
    };
    expect(await refusal(await sign("/nothing", { expiresIn: 60 }))).toEqual(denied);
    expect(await refusal(await sign("/deep/digits", { expiresIn: 60 }, target().anonKey))).toEqual(denied);
  });

  test.each([{}, { expiresIn: 0 }, { expiresIn: -5 }, { expiresIn: "soon" }])(
    "is not created for %j",
    async (body) => {
      expect(await refusal(await sign("/deep/digits", body))).toMatchObject({
        status: 400,
        body: { statusCode: "400", error: "Error", code: "InvalidRequest" },
      });
    },
  );

  test("doesn't work without its token", async () => {
    const response = await bucket.fetch(`/object/sign/${bucket.id}/deep/digits`);
    expect(await refusal(response)).toMatchObject({ status: 400, body: { code: "InvalidRequest" } });
  });

  test("doesn't work with a token for something else", async () => {
    for (const token of [target().serviceKey, "nonsense"]) {
      const response = await bucket.fetch(`/object/sign/${bucket.id}/deep/digits?token=${token}`, {
        key: null,
      });
      expect(response.status).toBe(400);
      expect(["InvalidJWT", "InvalidSignature"]).toContain(
        ((await response.json()) as { code: string }).code,
      );
    }
    const { data } = await bucket.service.createSignedUploadUrl("deep/digits", { upsert: true });
    const token = data?.token ?? "";
    const response = await bucket.fetch(`/object/sign/${bucket.id}/deep/digits?token=${token}`);
    expect(await refusal(response)).toMatchObject({ status: 400, body: { code: "InvalidSignature" } });
  });

  test("doesn't work after its file is removed", async () => {
    const key = `gone/${randomUUID()}`;
    await bucket.upload(key, "x");
    const url = await addressOf(key);
    await bucket.service.remove([key]);
    expect(await refusal(await fetch(url))).toMatchObject({ status: 400, body: { code: "NoSuchKey" } });
  });

  testWithClock("expires", async () => {
    const url = await addressOf("deep/digits", 30);
    expect((await fetch(url)).status).toBe(200);
    await putForward(31);
    const response = await fetch(url);
    expect(response.status).toBe(400);
    expect(["InvalidJWT", "ExpiredToken"]).toContain(((await response.json()) as { code: string }).code);
  });
});

describe("many signed URLs at once", () => {
  test("have the order of the names, with an error where one is missing", async () => {
    const { data, error } = await bucket.service.createSignedUrls(["deep/digits", "nothing"], 60);
    expect(error).toBeNull();
    expect(data).toMatchObject([
      { path: "deep/digits", error: null },
      {
        path: "nothing",
        error: "Either the object does not exist or you do not have access to it",
        signedUrl: null,
      },
    ]);
    expect(await (await fetch(data?.[0]?.signedUrl ?? "")).text()).toBe(content);
  });

  test("are not created without permission", async () => {
    const { data } = await bucket.anon.createSignedUrls(["deep/digits"], 60);
    expect(data).toMatchObject([{ error: expect.stringContaining("do not have access"), signedUrl: null }]);
  });

  test("require names, up to a thousand", async () => {
    const tooMany = { expiresIn: 60, paths: Array.from({ length: 1001 }, (_, index) => String(index)) };
    for (const body of [
      { expiresIn: 60 },
      { paths: ["deep/digits"] },
      { expiresIn: 0, paths: ["a"] },
      tooMany,
    ])
      expect(await refusal(await sign("", body))).toMatchObject({
        status: 400,
        body: { code: "InvalidRequest" },
      });
  });
});
