import { type Context, Hono } from "hono";
import { requestDatabase } from "../access/request-database.ts";
import { findBucket } from "../buckets/bucket.repository.ts";
import { readCaller, requireCaller, type StorageEnv } from "../access/caller.ts";
import { findReadable } from "../objects/find-readable.ts";
import { assertKey } from "../objects/object-key.ts";
import { findObject, type StoredObject } from "../objects/object.repository.ts";
import type { StorageDeps } from "../storage.deps.ts";
import { noSuchBucket } from "../storage.errors.ts";

/**
 * `GET /object/info/{bucket}/{key}` and `/object/info/authenticated/…`: an object's metadata.
 * `/object/info/public/…` is the same for objects of public buckets, without a token.
 */
export function getObjectInfoRoute({ database, clock, tokenKeys }: StorageDeps) {
  const app = new Hono<StorageEnv>();

  const handler = async (c: Context<StorageEnv>) => {
    const name = { bucket: c.req.param("bucket") ?? "", key: c.req.param("key") ?? "" };
    assertKey(name.key);
    const db = requestDatabase(c, { database, operation: "object.get_authenticated_info" });
    const isKnown = c.get("caller") !== undefined;
    return infoOf(c, await findReadable(db, { name, isKnown }));
  };

  app.get("/object/info/public/:bucket/:key{.+}", async (c) => {
    const name = c.req.param();
    const db = requestDatabase(c, { database, operation: "storage.object.info_public" });
    const bucket = await db.asService((query) => findBucket(query, name.bucket));
    if (!bucket.public) throw noSuchBucket();
    return infoOf(c, await db.asService((query) => findObject(query, name)));
  });
  app.get("/object/info/authenticated/:bucket/:key{.+}", requireCaller({ clock, tokenKeys }), handler);
  app.get("/object/info/:bucket/:key{.+}", readCaller({ clock, tokenKeys }), handler);
  return app;
}

function infoOf(c: Context, object: StoredObject) {
  if (object.metadata !== null) {
    c.header("etag", object.metadata.eTag);
    c.header("last-modified", new Date(object.metadata.lastModified).toUTCString());
    c.header("cache-control", object.metadata.cacheControl);
  }
  return c.json({
    id: object.id,
    name: object.name,
    version: object.version,
    bucket_id: object.bucket_id,
    size: object.metadata?.size ?? null,
    content_type: object.metadata?.mimetype ?? null,
    cache_control: object.metadata?.cacheControl ?? null,
    etag: object.metadata?.eTag ?? null,
    metadata: object.user_metadata ?? {},
    last_modified: object.metadata?.lastModified ?? null,
    created_at: object.created_at,
  });
}
