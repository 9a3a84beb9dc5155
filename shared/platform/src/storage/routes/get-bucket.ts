import { Hono } from "hono";
import { askFor } from "../ask.ts";
import { findBucket } from "../bucket.repository.ts";
import { requireCaller, type StorageEnv } from "../caller.ts";
import type { StorageParts } from "../parts.ts";

/** `GET /bucket/{id}`: the bucket, where the caller's policies show it. */
export function getBucketRoute({ database, clock, tokenKeys }: StorageParts) {
  const app = new Hono<StorageEnv>();

  app.get("/bucket/:id", requireCaller({ clock, tokenKeys }), async (c) => {
    const ask = askFor(c, { database, operation: "storage.bucket.get" });
    return c.json(await ask.asCaller((query) => findBucket(query, c.req.param("id"))));
  });

  return app;
}
