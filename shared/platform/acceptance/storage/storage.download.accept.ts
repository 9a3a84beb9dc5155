import { beforeAll, describe, expect, test } from "vitest";
import { covers } from "../coverage/covers.ts";
import { newBucket, refusal, type TestBucket } from "./storage.bucket.ts";

covers(
  "GET /storage/v1/object/authenticated/{bucket}/{key+}",
  "GET /storage/v1/object/{bucket}/{key+}",
  "GET /storage/v1/object/info/{bucket}/{key+}",
);

const content = "0123456789";
let bucket: TestBucket;
const read = (headers: Record<string, string> = {}, query = "") =>
  bucket.fetch(`/object/authenticated/${bucket.id}/digits${query}`, { headers });

beforeAll(async () => {
  bucket = await newBucket();
  await bucket.upload("digits", content);
  await bucket.upload("page", "<script>alert(1)</script>", { "content-type": "text/html; charset=utf-8" });
});

describe("a part of a file", () => {
  test.each([
    ["bytes=2-4", "234", "bytes 2-4/10"],
    ["bytes=7-", "789", "bytes 7-9/10"],
    ["bytes=-2", "89", "bytes 8-9/10"],
    ["bytes=8-100", "89", "bytes 8-9/10"],
  ])("%s arrives alone", async (range, part, contentRange) => {
    const response = await read({ range });
    expect(response.status).toBe(206);
    expect(response.headers.get("content-range")).toBe(contentRange);
    expect(response.headers.get("content-length")).toBe(String(part.length));
    expect(await response.text()).toBe(part);
  });

  test("beyond its end is rejected", async () => {
    expect(await refusal(await read({ range: "bytes=10-" }))).toMatchObject({
      status: 416,
      body: { statusCode: "416", error: "invalid_range", code: "InvalidRange" },
    });
  });
});

describe("a whole file", () => {
  test("has its type and announces support for ranges", async () => {
    const response = await read();
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(content);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "accept-ranges": "bytes",
      "content-length": "10",
      "content-type": "text/plain",
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      "last-modified": expect.stringMatching(/GMT$/),
    });
  });

  test("is the same without `authenticated` in its path", async () => {
    const response = await bucket.fetch(`/object/${bucket.id}/digits`);
    expect(await response.text()).toBe(content);
  });

  test("is not sent again to a client with a current copy", async () => {
    const { headers } = await read();
    const byTag = await read({ "if-none-match": headers.get("etag") ?? "" });
    expect([byTag.status, await byTag.text()]).toEqual([304, ""]);
    // One second after the last change, because some backends compare milliseconds.
    const later = new Date(Date.parse(headers.get("last-modified") ?? "") + 1000).toUTCString();
    const byTime = await read({ "if-modified-since": later });
    expect([byTime.status, await byTime.text()]).toEqual([304, ""]);
    expect((await read({ "if-none-match": '"another"' })).status).toBe(200);
  });

  test("is saved under the requested name", async () => {
    const named = await read({}, "?download=Bericht%20f%C3%BCr%20M%C3%A4rz.txt");
    expect(named.headers.get("content-disposition")).toContain(
      "filename*=UTF-8''Bericht%20f%C3%BCr%20M%C3%A4rz.txt",
    );
    expect((await read({}, "?download=")).headers.get("content-disposition")).toBe("attachment;");
    expect((await read()).headers.get("content-disposition")).toBeNull();
  });

  test("can be requested by HEAD", async () => {
    const response = await bucket.fetch(`/object/authenticated/${bucket.id}/digits`, { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-length")).toBe("10");
    expect(await response.text()).toBe("");
  });
});

test("an HTML file is served as plain text", async () => {
  const response = await bucket.fetch(`/object/authenticated/${bucket.id}/page`);
  expect(response.headers.get("content-type")).toMatch(/^text\/plain/);
  expect(await response.text()).toBe("<script>alert(1)</script>");
});

describe("a file's metadata", () => {
  test("is complete", async () => {
    const { data, error } = await bucket.service.info("digits");
    expect(error).toBeNull();
    expect(data).toMatchObject({
      name: "digits",
      bucketId: bucket.id,
      size: 10,
      contentType: "text/plain",
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      version: expect.any(String),
      createdAt: expect.any(String),
      lastModified: expect.any(String),
    });
  });

  test("has the headers of the file", async () => {
    for (const method of ["GET", "HEAD"]) {
      const { headers } = await bucket.fetch(`/object/info/${bucket.id}/digits`, { method });
      expect(headers.get("etag")).toMatch(/^"[0-9a-f]{32}"$/);
      expect(headers.get("last-modified")).toMatch(/GMT$/);
      expect(headers.get("cache-control")).not.toBeNull();
    }
  });

  test("distinguishes existing from missing files", async () => {
    expect((await bucket.service.exists("digits")).data).toBe(true);
    expect((await bucket.service.exists("nothing")).data).toBe(false);
  });
});

test("a missing file is reported as such", async () => {
  expect(await refusal(await bucket.fetch(`/object/authenticated/${bucket.id}/nothing`))).toEqual({
    status: 400,
    body: { statusCode: "404", error: "not_found", message: "Object not found", code: "NoSuchKey" },
  });
});
