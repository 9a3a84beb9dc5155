import { type Context, Hono } from "hono";
import { askFor } from "../ask.ts";
import { findBucket } from "../bucket.repository.ts";
import { readCaller, requireCaller, type StorageEnv } from "../caller.ts";
import { findReadable } from "../find-readable.ts";
import { assertKey } from "../object-key.ts";
import { findObject, type StoredObject } from "../object.repository.ts";
import type { StorageParts } from "../parts.ts";
import { noSuchBucket } from "../storage.errors.ts";

/**
 * `GET /object/info/{bucket}/{key}` and `/object/info/authenticated/…`: what is known of an object;
 * `/object/info/public/…` the same of a public bucket's, to anybody.
 */
export function getObjectInfoRoute({ database, clock, tokenKeys }: StorageParts) {
  const app = new Hono<StorageEnv>();

  const answer = async (c: Context<StorageEnv>) => {
    const name = { bucket: c.req.param("bucket") ?? "", key: c.req.param("key") ?? "" };
    assertKey(name.key);
    const ask = askFor(c, { database, operation: "object.get_authenticated_info" });
    const isKnown = c.get("caller") !== undefined;
    return c.json(infoOf(await findReadable(ask, { name, isKnown })));
  };

  app.get("/object/info/public/:bucket/:key{.+}", async (c) => {
    const name = c.req.param();
    const ask = askFor(c, { database, operation: "storage.object.info_public" });
    const bucket = await ask.asService((query) => findBucket(query, name.bucket));
    if (!bucket.public) throw noSuchBucket();
    return c.json(infoOf(await ask.asService((query) => findObject(query, name))));
  });
  app.get("/object/info/authenticated/:bucket/:key{.+}", requireCaller({ clock, tokenKeys }), answer);
  app.get("/object/info/:bucket/:key{.+}", readCaller({ clock, tokenKeys }), answer);
  return app;
}

function infoOf(object: StoredObject) {
  return {
    id: object.id,
    name: object.name,
    version: object.version,
    bucket_id: object.bucket_id,
    size: object.metadata?.size ?? null,
    content_type: object.metadata?.mimetype ?? null,
    cache_control: object.metadata?.cacheControl ?? null,
    etag: object.metadata?.eTag ?? null,
    metadata: object.user_metadata,
    last_modified: object.metadata?.lastModified ?? null,
    created_at: object.created_at,
  };
}
