import { Hono } from "hono";
import { askFor } from "../ask.ts";
import { listBuckets } from "../bucket.repository.ts";
import { requireCaller, type StorageEnv } from "../caller.ts";
import type { StorageParts } from "../parts.ts";

/** `GET /bucket`: the buckets the caller's policies show, by name. */
export function listBucketsRoute({ database, clock, tokenKeys }: StorageParts) {
  const app = new Hono<StorageEnv>();

  app.get("/bucket", requireCaller({ clock, tokenKeys }), async (c) => {
    const ask = askFor(c, { database, operation: "storage.bucket.list" });
    return c.json(await ask.asCaller(listBuckets));
  });

  return app;
}
