import { Hono } from "hono";
import { requestDatabase } from "../access/request-database.ts";
import { findBucket } from "../buckets/bucket.repository.ts";
import { requireCaller, requiredCaller, type StorageEnv } from "../access/caller.ts";
import { deleteObjects, someKeys } from "../objects/object.repository.ts";
import type { StorageDeps } from "../storage.deps.ts";
import { serviceRoleOnly } from "../storage.errors.ts";

const batch = 1000;

/**
 * `POST /bucket/{id}/empty`: deletes every object, for the service role only. The service responds before it
 * has finished; here, all objects are deleted by then.
 */
export function emptyBucketRoute({ database, clock, tokenKeys, disk }: StorageDeps) {
  const app = new Hono<StorageEnv>();

  app.post("/bucket/:id/empty", requireCaller({ clock, tokenKeys }), async (c) => {
    const bucket = c.req.param("id");
    const db = requestDatabase(c, { database, operation: "storage.bucket.empty" });
    if (requiredCaller(c.get("caller")).role !== "service_role") throw serviceRoleOnly();
    await db.asCaller((query) => findBucket(query, bucket));

    const deleteSome = () =>
      db.asCaller(async (query) => {
        const keys = await someKeys(query, bucket, batch);
        const deleted = await deleteObjects(query, bucket, keys);
        for (const { name, version } of deleted)
          if (version !== null) await disk.remove({ bucket, key: name, version });
        return deleted.length;
      });
    while ((await deleteSome()) > 0);
    return c.json({
      message: "Empty bucket has been queued. Completion may take up to an hour.",
    });
  });

  return app;
}
