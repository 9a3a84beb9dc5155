import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
import { newBucket, refusal, type TestBucket } from "./storage.bucket.ts";

covers("POST /storage/v1/object/move", "POST /storage/v1/object/copy");

let bucket: TestBucket;
let other: TestBucket;

beforeAll(async () => {
  [bucket, other] = await Promise.all([newBucket(), newBucket()]);
});

const read = async (key: string, from = bucket) => (await from.service.download(key)).data?.text();

function ask(
  route: "move" | "copy",
  body: Record<string, string | boolean>,
  headers: Record<string, string> = {},
) {
  return bucket.fetch(`/object/${route}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ bucketId: bucket.id, ...body }),
  });
}

const missing = {
  status: 400,
  body: { statusCode: "404", error: "not_found", message: "Object not found", code: "NoSuchKey" },
};
const taken = {
  status: 400,
  body: { statusCode: "409", error: "Duplicate", message: "The resource already exists" },
};

describe("a moved file", () => {
  test("is at its new place, itself, and no longer at the old one", async () => {
    await bucket.service.upload("from", new Blob(["content"], { type: "text/plain" }), {
      metadata: { page: 3 },
    });
    const before = await bucket.service.info("from");
    const { data, error } = await bucket.service.move("from", "moved/to");
    expect(error).toBeNull();
    expect(data).toMatchObject({ message: "Successfully moved" });
    expect(await read("moved/to")).toBe("content");
    expect((await bucket.service.info("from")).error).toMatchObject({ code: "NoSuchKey" });
    const after = await bucket.service.info("moved/to");
    expect(after.data).toMatchObject({ id: before.data?.id, size: 7, metadata: { page: 3 } });
    expect(after.data?.version).not.toBe(before.data?.version);
  });

  test("may be in another bucket", async () => {
    await bucket.upload("across", "content");
    const { error } = await bucket.service.move("across", "arrived", { destinationBucket: other.id });
    expect(error).toBeNull();
    expect(await read("arrived", other)).toBe("content");
    expect((await bucket.service.exists("across")).data).toBe(false);
  });

  test("takes nobody's place", async () => {
    await bucket.upload("mover", "mover");
    await bucket.upload("sitting", "sitting");
    const answer = await ask("move", { sourceKey: "mover", destinationKey: "sitting" });
    expect(await refusal(answer)).toMatchObject(taken);
    expect([await read("mover"), await read("sitting")]).toEqual(["mover", "sitting"]);
  });

  test("onto itself stays", async () => {
    await bucket.upload("stays", "here");
    expect((await ask("move", { sourceKey: "stays", destinationKey: "stays" })).status).toBe(200);
    expect(await read("stays")).toBe("here");
  });
});

describe("a copy", () => {
  test("is a file of its own, with all that was said of the other", async () => {
    await bucket.service.upload("original", new Blob(["content"], { type: "text/plain" }), {
      metadata: { page: 3 },
      cacheControl: "60",
    });
    const { data, error } = await bucket.service.copy("original", "copied/here");
    expect(error).toBeNull();
    expect(data).toEqual({ path: `${bucket.id}/copied/here` });
    const [from, to] = await Promise.all(["original", "copied/here"].map((key) => bucket.service.info(key)));
    expect(to?.data).toMatchObject({
      size: 7,
      contentType: "text/plain",
      cacheControl: "max-age=60",
      metadata: { page: 3 },
    });
    expect(to?.data?.id).not.toBe(from?.data?.id);
    await bucket.service.remove(["original"]);
    expect(await read("copied/here")).toBe("content");
  });

  test("tells what it is", async () => {
    await bucket.upload("told", "content");
    const answer = await ask("copy", { sourceKey: "told", destinationKey: "told-again" });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      Id: expect.any(String),
      Key: `${bucket.id}/told-again`,
      name: "told-again",
      bucket_id: bucket.id,
    });
  });

  test("may be in another bucket, and said to be something else", async () => {
    await bucket.upload("plain", "content");
    const notes = Buffer.from(JSON.stringify({ page: 4 })).toString("base64");
    const body = {
      sourceKey: "plain",
      destinationKey: "marked",
      destinationBucket: other.id,
      copyMetadata: false,
    };
    const answer = await bucket.fetch("/object/copy", {
      method: "POST",
      headers: { "content-type": "application/json", "x-metadata": notes },
      body: JSON.stringify({ bucketId: bucket.id, ...body, metadata: { mimetype: "text/markdown" } }),
    });
    expect(answer.status).toBe(200);
    expect((await other.service.info("marked")).data).toMatchObject({
      contentType: "text/markdown",
      metadata: { page: 4 },
    });
  });

  test("takes the place of another only when it is to", async () => {
    await bucket.upload("new", "new");
    await bucket.upload("old", "old");
    expect(await refusal(await ask("copy", { sourceKey: "new", destinationKey: "old" }))).toMatchObject(
      taken,
    );
    expect(await read("old")).toBe("old");
    const replaced = await ask("copy", { sourceKey: "new", destinationKey: "old" }, { "x-upsert": "true" });
    expect(replaced.status).toBe(200);
    expect([await read("new"), await read("old")]).toEqual(["new", "new"]);
  });
});

describe.each(["move", "copy"] as const)("to %s", (route) => {
  test("what is not there is refused", async () => {
    const destinationKey = randomUUID();
    expect(await refusal(await ask(route, { sourceKey: "nothing", destinationKey }))).toEqual(missing);
    expect((await bucket.service.exists(destinationKey)).data).toBe(false);
  });

  test("what one may not see is refused as if it were not there", async () => {
    await bucket.upload(`hidden-from-${route}`, "x");
    const { error } = await bucket.anon[route](`hidden-from-${route}`, "mine");
    expect(error).toMatchObject({ status: 400, statusCode: "404", code: "NoSuchKey" });
  });

  test("to a name that cannot be a key is refused", async () => {
    await bucket.upload(`to-be-${route}`, "x");
    const answer = await ask(route, { sourceKey: `to-be-${route}`, destinationKey: "résumé" });
    expect(await refusal(answer)).toMatchObject({ status: 400, body: { code: "InvalidKey" } });
  });

  test("without saying what is refused", async () => {
    for (const body of [{}, { sourceKey: "a" }, { destinationKey: "b" }])
      expect(await refusal(await ask(route, body))).toMatchObject({
        status: 400,
        body: { code: "InvalidRequest" },
      });
  });
});
