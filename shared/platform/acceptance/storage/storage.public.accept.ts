import { beforeAll, describe, expect, test } from "vitest";
import { covers } from "../coverage/covers.ts";
import { expectedCacheControl, newBucket, refusal, type TestBucket } from "./storage.bucket.ts";
import { target } from "../target.ts";

covers(
  "GET /storage/v1/object/public/{bucket}/{key+}",
  "GET /storage/v1/object/info/public/{bucket}/{key+}",
  "GET /storage/v1/object/info/{bucket}/{key+}",
  "GET /storage/v1/object/{bucket}/{key+}",
  "POST /storage/v1/object/{bucket}/{key+}",
  "DELETE /storage/v1/object/{bucket}",
);

let open: TestBucket;
let closed: TestBucket;

beforeAll(async () => {
  [open, closed] = await Promise.all([newBucket({ public: true }), newBucket()]);
  for (const bucket of [open, closed])
    await bucket.upload("a/note.txt", "for all", { "cache-control": "max-age=60" });
  await open.upload("page", "<h1>hello</h1>", { "content-type": "text/html" });
});

const noBucket = {
  status: 400,
  body: { statusCode: "404", error: "Bucket not found", message: "Bucket not found", code: "NoSuchBucket" },
};

describe("a file of a public bucket", () => {
  test("can be read without a key at its public URL", async () => {
    const { publicUrl } = open.anon.getPublicUrl("a/note.txt").data;
    const response = await fetch(publicUrl);
    expect([response.status, await response.text()]).toEqual([200, "for all"]);
    expect(response.headers.get("cache-control")).toContain(expectedCacheControl("max-age=60"));
    const head = await fetch(publicUrl, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "7", ""]);
  });

  test("can be read without a key, or with an invalid one, at its other URLs too", async () => {
    for (const headers of [{}, { authorization: "Bearer nonsense" }]) {
      const response = await open.fetch(`/object/${open.id}/a/note.txt`, { key: null, headers });
      expect(await response.text()).toBe("for all");
    }
    expect(await (await open.anon.download("a/note.txt")).data?.text()).toBe("for all");
    const known = await open.fetch(`/object/authenticated/${open.id}/a/note.txt`, { key: target().anonKey });
    expect(await known.text()).toBe("for all");
  });

  test("has public metadata", async () => {
    for (const route of ["info/public", "info"]) {
      const response = await open.fetch(`/object/${route}/${open.id}/a/note.txt`, { key: null });
      expect(await response.json()).toMatchObject({ name: "a/note.txt", bucket_id: open.id, size: 7 });
    }
    expect((await open.anon.exists("a/note.txt")).data).toBe(true);
    expect((await open.anon.exists("a/nothing")).data).toBe(false);
  });

  test("can be saved under another name and never runs as a page", async () => {
    const { publicUrl } = open.anon.getPublicUrl("a/note.txt", { download: "日本.txt" }).data;
    expect((await fetch(publicUrl)).headers.get("content-disposition")).toContain(
      "filename*=UTF-8''%E6%97%A5%E6%9C%AC.txt",
    );
    const page = await fetch(open.anon.getPublicUrl("page").data.publicUrl);
    expect(page.headers.get("content-type")).toMatch(/^text\/plain/);
  });

  test("that is missing is reported as such", async () => {
    for (const route of ["public/", "", "info/public/", "info/"]) {
      const response = await open.fetch(`/object/${route}${open.id}/a/nothing`, { key: null });
      expect(await refusal(response)).toMatchObject({ status: 400, body: { code: "NoSuchKey" } });
    }
  });

  test("cannot be replaced, removed or listed without permission", async () => {
    expect((await open.anon.upload("a/note.txt", "x", { upsert: true })).error).toMatchObject({
      code: "AccessDenied",
    });
    expect((await open.anon.remove(["a/note.txt"])).data).toEqual([]);
    expect((await open.anon.createSignedUrl("a/note.txt", 60)).error).toMatchObject({ code: "NoSuchKey" });
  });
});

describe("a private bucket", () => {
  test("has no public URLs", async () => {
    for (const key of [null, target().anonKey, target().serviceKey])
      for (const route of ["public", "info/public"]) {
        const response = await closed.fetch(`/object/${route}/${closed.id}/a/note.txt`, { key });
        expect(await refusal(response)).toEqual(noBucket);
      }
  });

  test("looks like a missing one without a token", async () => {
    for (const bucket of [closed.id, `${closed.id}-none`])
      for (const route of ["public/", "", "info/"]) {
        const response = await closed.fetch(`/object/${route}${bucket}/a/note.txt`, { key: null });
        expect(await refusal(response)).toEqual(noBucket);
      }
  });
});

test("a stale cached copy may be used while it is revalidated", async () => {
  const { publicUrl } = open.anon.getPublicUrl("a/note.txt").data;
  const response = await fetch(publicUrl, { headers: { "if-none-match": '"older"' } });
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe(
    expectedCacheControl("max-age=60, stale-while-revalidate=30"),
  );
});
