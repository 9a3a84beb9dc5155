import { Hono } from "hono";
import { askFor } from "../ask.ts";
import { findBucket } from "../bucket.repository.ts";
import type { StorageEnv } from "../caller.ts";
import { findObject } from "../object.repository.ts";
import type { StorageParts } from "../parts.ts";
import { serveObject } from "../serve-object.ts";
import { noSuchBucket } from "../storage.errors.ts";

/** `GET` and `HEAD /object/public/{bucket}/{key}`: an object of a public bucket, to anybody. */
export function getPublicObjectRoute({ database, disk }: StorageParts) {
  const app = new Hono<StorageEnv>();

  app.get("/object/public/:bucket/:key{.+}", async (c) => {
    const name = c.req.param();
    const ask = askFor(c, { database, operation: "storage.object.get_public" });
    const bucket = await ask.asService((query) => findBucket(query, name.bucket));
    if (!bucket.public) throw noSuchBucket();
    const object = await ask.asService((query) => findObject(query, name));
    return serveObject(c, { disk, object });
  });

  return app;
}
