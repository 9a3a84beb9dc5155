import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { covers } from "../coverage/covers.ts";
import { newBucket, refusal, type TestBucket } from "./storage.bucket.ts";

covers("POST /storage/v1/object/move", "POST /storage/v1/object/copy");

let bucket: TestBucket;
let other: TestBucket;

beforeAll(async () => {
  [bucket, other] = await Promise.all([newBucket(), newBucket()]);
});

const read = async (key: string, from = bucket) => (await from.service.download(key)).data?.text();

function sendRequest(
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
const taken = (code: string) => ({
  status: 400,
  body: { statusCode: "409", error: "Duplicate", message: "The resource already exists", code },
});

describe("a moved file", () => {
  test("exists unchanged under its new name only", async () => {
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

  test("can be in another bucket", async () => {
    await bucket.upload("across", "content");
    const { error } = await bucket.service.move("across", "arrived", { destinationBucket: other.id });
    expect(error).toBeNull();
    expect(await read("arrived", other)).toBe("content");
    expect((await bucket.service.exists("across")).data).toBe(false);
  });

  test("never replaces another file", async () => {
    await bucket.upload("mover", "mover");
    await bucket.upload("sitting", "sitting");
    const response = await sendRequest("move", { sourceKey: "mover", destinationKey: "sitting" });
    expect(await refusal(response)).toMatchObject(taken("ResourceAlreadyExists"));
    expect([await read("mover"), await read("sitting")]).toEqual(["mover", "sitting"]);
  });

  test("stays when moved to its own name", async () => {
    await bucket.upload("stays", "here");
    expect((await sendRequest("move", { sourceKey: "stays", destinationKey: "stays" })).status).toBe(200);
    expect(await read("stays")).toBe("here");
  });
});

describe("a copy", () => {
  test("is an independent file with the original's metadata", async () => {
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

  test("is returned with its metadata", async () => {
    await bucket.upload("original", "content");
    const response = await sendRequest("copy", { sourceKey: "original", destinationKey: "copied" });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      Id: expect.any(String),
      Key: `${bucket.id}/copied`,
      name: "copied",
      bucket_id: bucket.id,
      owner: "",
      owner_id: "",
      user_metadata: {},
    });
  });

  test("can be in another bucket with other metadata", async () => {
    await bucket.upload("plain", "content");
    const notes = Buffer.from(JSON.stringify({ page: 4 })).toString("base64");
    const body = {
      sourceKey: "plain",
      destinationKey: "marked",
      destinationBucket: other.id,
      copyMetadata: false,
    };
    const response = await bucket.fetch("/object/copy", {
      method: "POST",
      headers: { "content-type": "application/json", "x-metadata": notes },
      body: JSON.stringify({ bucketId: bucket.id, ...body, metadata: { mimetype: "text/markdown" } }),
    });
    expect(response.status).toBe(200);
    expect((await other.service.info("marked")).data).toMatchObject({
      contentType: "text/markdown",
      metadata: { page: 4 },
    });
  });

  test("replaces another file only if requested", async () => {
    await bucket.upload("new", "new");
    await bucket.upload("old", "old");
    expect(
      await refusal(await sendRequest("copy", { sourceKey: "new", destinationKey: "old" })),
    ).toMatchObject(taken("KeyAlreadyExists"));
    expect(await read("old")).toBe("old");
    const replaced = await sendRequest(
      "copy",
      { sourceKey: "new", destinationKey: "old" },
      { "x-upsert": "true" },
    );
    expect(replaced.status).toBe(200);
    expect([await read("new"), await read("old")]).toEqual(["new", "new"]);
  });
});

describe.each(["move", "copy"] as const)("to %s", (route) => {
  test("a missing file fails", async () => {
    const destinationKey = randomUUID();
    expect(await refusal(await sendRequest(route, { sourceKey: "nothing", destinationKey }))).toEqual(
      missing,
    );
    expect((await bucket.service.exists(destinationKey)).data).toBe(false);
  });

  test("an invisible file fails like a missing one", async () => {
    await bucket.upload(`hidden-from-${route}`, "x");
    const { error } = await bucket.anon[route](`hidden-from-${route}`, "mine");
    expect(error).toMatchObject({ status: 400, statusCode: "404", code: "NoSuchKey" });
  });

  test("to an invalid key fails", async () => {
    await bucket.upload(`to-be-${route}`, "x");
    const response = await sendRequest(route, { sourceKey: `to-be-${route}`, destinationKey: "résumé" });
    expect(await refusal(response)).toMatchObject({ status: 400, body: { code: "InvalidKey" } });
  });

  test("without a source fails", async () => {
    for (const body of [{}, { sourceKey: "a" }, { destinationKey: "b" }])
      expect(await refusal(await sendRequest(route, body))).toMatchObject({
        status: 400,
        body: { code: "InvalidRequest" },
      });
  });
});
