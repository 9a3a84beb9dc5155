import { Hono } from "hono";
import { requestDatabase } from "../access/request-database.ts";
import { findBucket } from "../buckets/bucket.repository.ts";
import type { StorageEnv } from "../access/caller.ts";
import { findObject } from "../objects/object.repository.ts";
import type { StorageDeps } from "../storage.deps.ts";
import { serveObject } from "../http/serve-object.ts";
import { noSuchBucket } from "../storage.errors.ts";

/** `GET` and `HEAD /object/public/{bucket}/{key}`: an object of a public bucket, without a token. */
export function getPublicObjectRoute({ database, disk }: StorageDeps) {
  const app = new Hono<StorageEnv>();

  app.get("/object/public/:bucket/:key{.+}", async (c) => {
    const name = c.req.param();
    const db = requestDatabase(c, { database, operation: "storage.object.get_public" });
    const bucket = await db.asService((query) => findBucket(query, name.bucket));
    if (!bucket.public) throw noSuchBucket();
    const object = await db.asService((query) => findObject(query, name));
    return serveObject(c, { disk, object });
  });

  return app;
}
