import { beforeAll, expect, test } from "vitest";
import { readTable, storage } from "./matrix.ts";
import { type Cast, makeCast, withOwn } from "./testing/cast.ts";
import { adminRow, adminRows } from "./testing/database.ts";
import type { TestResponse, Call } from "./testing/front-door.ts";
import { begin, get, pdf, put } from "./testing/requests.ts";

let cast: Cast;
beforeAll(async () => {
  cast = await makeCast();
});

const cellsOf = (name: string) => [...(readTable(storage).find((line) => line.name === name)?.cells ?? [])];

test.each(cellsOf("read"))("%s opens a stored file: %s", async (who, expected) => {
  const answer = await get(cast.person(who), withOwn(cast, who).stored.object_key);
  if (expected === "yes") expect(answer).toEqual({ status: 200, body: pdf.toString() });
  else expect(answer).toMatchObject({ status: 400, body: { statusCode: "404" } });
});

test.each(cellsOf("upload"))("%s uploads the recipient's file: %s", async (who, expected) => {
  const announced = await begin(cast.person("recipient"), cast.items[0] ?? "");
  const answer = await put(cast.person(who), announced.object_key);
  expect(answer.status).toBe(expected === "yes" ? 200 : 400);
  const kept = await adminRows("select from storage.objects where name = $1", [announced.object_key]);
  expect(kept).toHaveLength(expected === "yes" ? 1 : 0);
});

/** All other Storage operations, applied to a stored object. */
const others: [string, (key: string, bucket: string) => [string, Call]][] = [
  ["list", (_key, bucket) => [`object/list/${bucket}`, { method: "POST", body: { prefix: "" } }]],
  ["list by page", (_key, bucket) => [`object/list-v2/${bucket}`, { method: "POST", body: { prefix: "" } }]],
  ["sign", (key, bucket) => [`object/sign/${bucket}/${key}`, { method: "POST", body: { expiresIn: 60 } }]],
  [
    "sign many",
    (key, bucket) => [`object/sign/${bucket}`, { method: "POST", body: { expiresIn: 60, paths: [key] } }],
  ],
  ["sign an upload", (key, bucket) => [`object/upload/sign/${bucket}/${key}`, { method: "POST" }]],
  ["public read", (key, bucket) => [`object/public/${bucket}/${key}`, {}]],
  ["render", (key, bucket) => [`render/image/authenticated/${bucket}/${key}?width=9`, {}]],
  [
    "replace",
    (key, bucket) => [
      `object/${bucket}/${key}`,
      { method: "PUT", body: pdf, headers: { "content-type": "application/pdf" } },
    ],
  ],
  [
    "copy",
    (key, bucket) => [
      "object/copy",
      { method: "POST", body: { bucketId: bucket, sourceKey: key, destinationKey: `${key}x` } },
    ],
  ],
  [
    "move",
    (key, bucket) => [
      "object/move",
      { method: "POST", body: { bucketId: bucket, sourceKey: key, destinationKey: `${key}x` } },
    ],
  ],
  ["delete", (key, bucket) => [`object/${bucket}/${key}`, { method: "DELETE" }]],
  ["delete many", (key, bucket) => [`object/${bucket}`, { method: "DELETE", body: { prefixes: [key] } }]],
  ["S3", (key, bucket) => [`s3/${bucket}/${key}`, {}]],
  ["empty the bucket", (_key, bucket) => [`bucket/${bucket}/empty`, { method: "POST" }]],
  ["open the bucket", (_key, bucket) => [`bucket/${bucket}`, { method: "PUT", body: { public: true } }]],
  ["delete the bucket", (_key, bucket) => [`bucket/${bucket}`, { method: "DELETE" }]],
];

/** An empty list or page, or signed URLs that are all null. */
const isEmpty = (body: unknown) =>
  Array.isArray(body)
    ? body.every(({ signedURL }) => signedURL === null)
    : JSON.stringify(body) === JSON.stringify({ hasNext: false, folders: [], objects: [] });

/** Rejected, or an empty result. */
const gaveNothing = ({ status, body }: TestResponse) => status >= 400 || isEmpty(body);

test.each(others)("nobody gains access by: %s", async (_, call) => {
  for (const [bucket, { object_key: key }] of [
    ["documents", cast.stored],
    ["assets", cast.example],
  ] as const) {
    const stored = () =>
      adminRow("select version, updated_at from storage.objects where bucket_id = $1 and name = $2", [
        bucket,
        key,
      ]);
    const before = await stored();
    for (const who of ["owner", "recipient", "outsider", "anon"]) {
      const [path, options] = call(key, bucket);
      expect(await cast.person(who).knock(`/storage/v1/${path}`, options), who).toSatisfy(gaveNothing);
    }
    expect(await stored()).toEqual(before);
    expect(await adminRow("select public from storage.buckets where id = $1", [bucket])).toEqual({
      public: false,
    });
  }
});

test("senders can't overwrite their own files, whatever the header says", async () => {
  const recipient = cast.person("recipient");
  for (const headers of [{ "x-upsert": "true" }, { "x-upsert": "false" }]) {
    for (const { object_key: key } of [cast.stored, cast.arrived, cast.removed]) {
      expect((await put(recipient, key, Buffer.from("%PDF-1.7\nother"), headers)).status).toBe(400);
    }
  }
  expect(await get(recipient, cast.stored.object_key)).toEqual({ status: 200, body: pdf.toString() });
});

test.each(["public, max-age=3600", "PUBLIC", "private, s-maxage=60", "max-age=60, must-revalidate"])(
  "senders can't store a file that shared caches may keep: %s",
  async (caching) => {
    const recipient = cast.person("recipient");
    const { object_key: key } = await begin(recipient, cast.items[0] ?? "");
    expect(await put(recipient, key, pdf, { "cache-control": caching })).toMatchObject({
      status: 400,
      body: { statusCode: "403" },
    });
    expect(await adminRows("select from storage.objects where name = $1", [key])).toEqual([]);
    expect((await put(recipient, key, pdf, { "cache-control": "private, no-store" })).status).toBe(200);
  },
);
