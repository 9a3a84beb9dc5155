import { type Context, Hono } from "hono";
import { askFor } from "../ask.ts";
import { requireCaller, type StorageEnv } from "../caller.ts";
import { assertKey } from "../object-key.ts";
import { findObject } from "../object.repository.ts";
import type { StorageParts } from "../parts.ts";

/** `GET /object/info/{bucket}/{key}` and `/object/info/authenticated/…`: what is known of an object. */
export function getObjectInfoRoute({ database, clock, tokenKeys }: StorageParts) {
  const app = new Hono<StorageEnv>();

  const answer = async (c: Context<StorageEnv>) => {
    const name = { bucket: c.req.param("bucket") ?? "", key: c.req.param("key") ?? "" };
    assertKey(name.key);
    const ask = askFor(c, { database, operation: "object.get_authenticated_info" });
    const object = await ask.asCaller((query) => findObject(query, name));
    return c.json({
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
    });
  };

  const guard = requireCaller({ clock, tokenKeys });
  app.get("/object/info/authenticated/:bucket/:key{.+}", guard, answer);
  app.get("/object/info/:bucket/:key{.+}", guard, answer);
  return app;
}
