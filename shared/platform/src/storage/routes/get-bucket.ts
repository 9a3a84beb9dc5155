import { Hono } from "hono";
import { requestDatabase } from "../access/request-database.ts";
import { findBucket } from "../buckets/bucket.repository.ts";
import { requireCaller, type StorageEnv } from "../access/caller.ts";
import type { StorageDeps } from "../storage.deps.ts";

/** `GET /bucket/{id}`: the bucket, if the caller's policies allow it. */
export function getBucketRoute({ database, clock, tokenKeys }: StorageDeps) {
  const app = new Hono<StorageEnv>();

  app.get("/bucket/:id", requireCaller({ clock, tokenKeys }), async (c) => {
    const db = requestDatabase(c, { database, operation: "storage.bucket.get" });
    const { type: _, ...bucket } = await db.asCaller((query) => findBucket(query, c.req.param("id")));
    return c.json(bucket);
  });

  return app;
}
