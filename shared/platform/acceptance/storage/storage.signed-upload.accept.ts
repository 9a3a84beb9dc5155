import { beforeAll, describe, expect, test } from "vitest";
import { covers } from "../coverage/covers.ts";
import { newBucket, refusal, type TestBucket } from "./storage.bucket.ts";
import { putForward, testWithClock } from "../with-clock.ts";

covers(
  "POST /storage/v1/object/upload/sign/{bucket}/{key+}",
  "PUT /storage/v1/object/upload/sign/{bucket}/{key+}",
);

let bucket: TestBucket;

beforeAll(async () => {
  bucket = await newBucket({ fileSizeLimit: 1000, allowedMimeTypes: ["text/plain"] });
});

const text = (content: string) => new Blob([content], { type: "text/plain" });
const read = async (key: string) => (await bucket.service.download(key)).data?.text();

async function licenceFor(key: string, upsert = false): Promise<string> {
  const { data, error } = await bucket.service.createSignedUploadUrl(key, { upsert });
  if (error !== null) throw error;
  return data.token;
}

const put = (key: string, token: string, body = "content", type = "text/plain") =>
  bucket.fetch(`/object/upload/sign/${bucket.id}/${key}?token=${token}`, {
    method: "PUT",
    key: null,
    headers: { "content-type": type },
    body,
  });

describe("a signed upload URL", () => {
  test("stores the file with only its creator's permission", async () => {
    const signed = await bucket.fetch(`/object/upload/sign/${bucket.id}/raw`, { method: "POST" });
    const { url, token } = (await signed.json()) as { url: string; token: string };
    expect(url).toBe(`/object/upload/sign/${bucket.id}/raw?token=${token}`);
    const stored = await put("raw", token);
    expect(stored.status).toBe(200);
    expect(await stored.json()).toMatchObject({ Key: `${bucket.id}/raw` });
    expect(await read("raw")).toBe("content");
  });

  test("stores a form of the official client", async () => {
    const token = await licenceFor("form");
    const { data, error } = await bucket.anon.uploadToSignedUrl("form", token, text("from a form"));
    expect(error).toBeNull();
    expect(data).toMatchObject({ path: "form", fullPath: `${bucket.id}/form` });
    expect(await read("form")).toBe("from a form");
  });

  test("replaces an existing file only if created for that", async () => {
    const once = await licenceFor("taken");
    expect((await put("taken", once, "first")).status).toBe(200);
    expect(await refusal(await put("taken", once, "second"))).toMatchObject({
      status: 400,
      body: { statusCode: "409", error: "Duplicate", code: "KeyAlreadyExists" },
    });
    expect(await refusal(await put("taken", once, "x".repeat(1001)))).toMatchObject({
      body: { code: "EntityTooLarge" },
    });
    const always = await licenceFor("taken", true);
    for (const content of ["second", "third"]) expect((await put("taken", always, content)).status).toBe(200);
    expect(await read("taken")).toBe("third");
  });

  test("enforces the bucket's rules", async () => {
    const token = await licenceFor("rules");
    expect(await refusal(await put("rules", token, "x", "image/png"))).toMatchObject({
      body: { code: "InvalidMimeType" },
    });
    expect(await refusal(await put("rules", token, "x".repeat(1001)))).toMatchObject({
      body: { code: "EntityTooLarge" },
    });
    expect((await put("rules", token)).status).toBe(200);
  });

  test("works only for its name", async () => {
    const token = await licenceFor("place");
    expect(await refusal(await put("elsewhere", token))).toMatchObject({
      status: 400,
      body: { code: "InvalidSignature" },
    });
    expect(await refusal(await put("place", `${token}x`))).toMatchObject({
      status: 400,
      body: { code: "InvalidJWT" },
    });
    await bucket.upload("readable", "x");
    const { data } = await bucket.service.createSignedUrl("readable", 60);
    const reading = new URL(data?.signedUrl ?? "").searchParams.get("token") ?? "";
    expect(await refusal(await put("readable", reading))).toMatchObject({
      body: { code: "InvalidSignature" },
    });
  });

  testWithClock("has it for two hours", async () => {
    const token = await licenceFor("two-hours");
    await putForward(7201);
    expect(await refusal(await put("two-hours", token))).toMatchObject({
      status: 400,
      body: { code: "InvalidJWT", message: '"exp" claim timestamp check failed' },
    });
  });
});

describe("a signed upload URL is not created", () => {
  test("without permission to upload", async () => {
    expect((await bucket.anon.createSignedUploadUrl("theirs")).error).toMatchObject({
      code: "AccessDenied",
      message: "new row violates row-level security policy",
    });
  });

  test("for a taken name, unless to replace it", async () => {
    await bucket.upload("there", "x");
    expect((await bucket.service.createSignedUploadUrl("there")).error).toMatchObject({
      statusCode: "409",
      code: "KeyAlreadyExists",
    });
    expect((await bucket.service.createSignedUploadUrl("there", { upsert: true })).error).toBeNull();
  });
});

test("a name that a plain upload doesn't allow is signed, and refused when its bytes arrive", async () => {
  const key = "r%C3%A9sum%C3%A9";
  const signed = await bucket.fetch(`/object/upload/sign/${bucket.id}/${key}`, { method: "POST" });
  expect(signed.status).toBe(200);
  const { token } = (await signed.json()) as { token: string };
  const refused = await put(key, token);
  expect([refused.status, await refused.json()]).toEqual([
    400,
    { statusCode: "400", error: "InvalidKey", message: "Invalid key: résumé", code: "InvalidKey" },
  ]);
});
