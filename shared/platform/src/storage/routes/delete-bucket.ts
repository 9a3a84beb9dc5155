import { Hono } from "hono";
import { requestDatabase } from "../access/request-database.ts";
import { deleteBucket, holdsObjects } from "../buckets/bucket.repository.ts";
import { requireCaller, type StorageEnv } from "../access/caller.ts";
import type { StorageDeps } from "../storage.deps.ts";
import { bucketNotEmpty } from "../storage.errors.ts";

/** `DELETE /bucket/{id}` of an empty bucket. As on the service, the response reveals if a bucket has objects. */
export function deleteBucketRoute({ database, clock, tokenKeys }: StorageDeps) {
  const app = new Hono<StorageEnv>();

  app.delete("/bucket/:id", requireCaller({ clock, tokenKeys }), async (c) => {
    const id = c.req.param("id");
    const db = requestDatabase(c, { database, operation: "storage.bucket.delete" });
    if (await db.asService((query) => holdsObjects(query, id))) throw bucketNotEmpty();
    await db.asCaller((query) => deleteBucket(query, id));
    return c.json({ message: "Successfully deleted" });
  });

  return app;
}
