import { beforeAll, describe, expect, test } from "vitest";
import { covers } from "../coverage/covers.ts";
import { newBucket, refusal, type TestBucket } from "./storage.bucket.ts";
import { target } from "../target.ts";

covers(
  "POST /storage/v1/bucket",
  "POST /storage/v1/object/{bucket}/{key+}",
  "GET /storage/v1/object/{bucket}/{key+}",
  "GET /storage/v1/object/authenticated/{bucket}/{key+}",
  "GET /storage/v1/object/info/{bucket}/{key+}",
  "DELETE /storage/v1/object/{bucket}",
);

let bucket: TestBucket;

beforeAll(async () => {
  bucket = await newBucket();
  await bucket.upload("secret", "not yours");
});

describe("a client with only the public key, without policies", () => {
  test("cannot upload", async () => {
    const { error } = await bucket.anon.upload("mine", "x");
    expect(error).toMatchObject({
      status: 400,
      statusCode: "403",
      code: "AccessDenied",
      message: "new row violates row-level security policy",
    });
    expect((await bucket.service.exists("mine")).data).toBe(false);
  });

  test("cannot replace a file or learn that it exists", async () => {
    for (const key of ["secret", "mine"]) {
      for (const upsert of [true, false]) {
        const { error } = await bucket.anon.upload(key, "x", { upsert });
        expect(error).toMatchObject({
          code: "AccessDenied",
          message: "new row violates row-level security policy",
        });
      }
    }
    expect(await (await bucket.service.download("secret")).data?.text()).toBe("not yours");
  });

  test("gets the same response for existing and missing files", async () => {
    const responses = await Promise.all(
      ["secret", "nothing"].flatMap((key) =>
        ["authenticated", "info"].map(async (route) =>
          refusal(
            await bucket.fetch(`/object/${route}/${bucket.id}/${key}`, {
              headers: {},
              key: target().anonKey,
            }),
          ),
        ),
      ),
    );
    const hidden = {
      status: 400,
      body: { statusCode: "404", error: "not_found", message: "Object not found", code: "NoSuchKey" },
    };
    expect(responses).toEqual([hidden, hidden, hidden, hidden]);
  });

  test("cannot remove anything", async () => {
    expect(await bucket.anon.remove(["secret"])).toEqual({ data: [], error: null });
    expect((await bucket.service.exists("secret")).data).toBe(true);
  });
});

describe("a client without a token", () => {
  test("gets the error for a missing bucket", async () => {
    for (const path of [`/object/${bucket.id}/secret`, `/object/info/${bucket.id}/secret`]) {
      const response = await bucket.fetch(path, { key: null });
      expect(await refusal(response)).toMatchObject({ status: 400, body: { code: "NoSuchBucket" } });
    }
  });

  test("is rejected where a token is required", async () => {
    const routes = ["authenticated", "info/authenticated"];
    for (const path of routes.map((route) => `/object/${route}/${bucket.id}/secret`)) {
      expect(await refusal(await bucket.fetch(path, { key: null }))).toEqual({
        status: 400,
        body: {
          statusCode: "400",
          error: "Error",
          message: "headers must have required property 'authorization'",
          code: "InvalidRequest",
        },
      });
    }
  });
});

test("an invalid token is rejected", async () => {
  const response = await bucket.fetch(`/object/authenticated/${bucket.id}/secret`, {
    key: null,
    headers: { authorization: "Bearer not-a-token" },
  });
  expect(await refusal(response)).toMatchObject({
    status: 400,
    body: { statusCode: "403", error: "Unauthorized", code: "AccessDenied" },
  });
});

test("a bucket cannot be created twice, nor with the public key", async () => {
  const body = JSON.stringify({ id: bucket.id, name: bucket.id });
  const headers = { "content-type": "application/json" };
  const again = await bucket.fetch("/bucket", { method: "POST", headers, body });
  expect(await refusal(again)).toMatchObject({
    status: 400,
    body: { statusCode: "409", error: "Duplicate", code: "BucketAlreadyExists" },
  });

  const stranger = await bucket.fetch("/bucket", {
    method: "POST",
    headers,
    body: JSON.stringify({ name: "anybodys" }),
    key: target().anonKey,
  });
  expect(await refusal(stranger)).toMatchObject({ status: 400, body: { code: "AccessDenied" } });
});
