import { Readable } from "node:stream";
import { type Context, Hono } from "hono";
import { type Ask, askFor } from "../ask.ts";
import { findBucket } from "../bucket.repository.ts";
import { readCaller, requireCaller, type StorageEnv } from "../caller.ts";
import { assertKey } from "../object-key.ts";
import { findObject, type StoredObject } from "../object.repository.ts";
import type { StorageParts } from "../parts.ts";
import { parseRange } from "../range.ts";
import { isUnchanged, objectHeaders } from "../served-headers.ts";
import { bytesMissing, noSuchBucket } from "../storage.errors.ts";

/**
 * `GET` and `HEAD /object/authenticated/{bucket}/{key}`, and the same without `authenticated`, which is what
 * the official client's download asks. `?download=` names the file, a `Range` gives a part of it.
 */
export function getObjectRoute({ database, clock, tokenKeys, disk }: StorageParts) {
  const app = new Hono<StorageEnv>();

  const answer = async (c: Context<StorageEnv>) => {
    const name = { bucket: c.req.param("bucket") ?? "", key: c.req.param("key") ?? "" };
    assertKey(name.key);
    // The router hands HEAD to GET's handlers; policies can tell the two apart.
    const isHead = c.req.method === "HEAD";
    const operation = isHead ? "object.head_authenticated_info" : "storage.object.get_authenticated";
    const object = await findReadable(
      askFor(c, { database, operation }),
      c.get("caller") !== undefined,
      name,
    );
    const { metadata, version } = object;
    if (metadata === null || version === null) throw bytesMissing();

    const headers = objectHeaders(c.req.raw, { metadata, download: c.req.query("download") });
    if (isUnchanged(c.req.raw, metadata)) return c.body(null, 304, headers);
    if (isHead) return c.body(null, 200, { ...headers, "content-length": String(metadata.size) });

    const range = c.req.header("range");
    const part = range === undefined ? undefined : parseRange(range, metadata.size);
    const file = await disk.open({ ...name, version });
    const bytes = Readable.toWeb(file.createReadStream(part)) as ReadableStream;
    if (part === undefined)
      return c.body(bytes, 200, { ...headers, "content-length": String(metadata.size) });
    return c.body(bytes, 206, {
      ...headers,
      "content-length": String(part.end - part.start + 1),
      "content-range": `bytes ${part.start}-${part.end}/${metadata.size}`,
    });
  };

  app.get("/object/authenticated/:bucket/:key{.+}", requireCaller({ clock, tokenKeys }), answer);
  app.get("/object/:bucket/:key{.+}", readCaller({ clock, tokenKeys }), answer);
  return app;
}

/** A stranger is told that the bucket is not there; somebody whom a policy refuses, that the object is not. */
async function findReadable(
  ask: Ask,
  isKnown: boolean,
  name: { bucket: string; key: string },
): Promise<StoredObject> {
  const bucket = await ask.asService((query) => findBucket(query, name.bucket));
  if (bucket.public) return ask.asService((query) => findObject(query, name));
  if (!isKnown) throw noSuchBucket();
  return ask.asCaller((query) => findObject(query, name));
}
