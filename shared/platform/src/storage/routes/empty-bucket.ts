import { Hono } from "hono";
import { askFor } from "../ask.ts";
import { findBucket } from "../bucket.repository.ts";
import { requireCaller, type StorageEnv } from "../caller.ts";
import { deleteObjects, someKeys } from "../object.repository.ts";
import type { StorageParts } from "../parts.ts";
import { cannotEmpty } from "../storage.errors.ts";

const batch = 1000;

/**
 * `POST /bucket/{id}/empty`: deletes every object that the caller sees, and refuses where one of them may not be
 * deleted. The answer is that of the service, which does it later; here it is done by then.
 */
export function emptyBucketRoute({ database, clock, tokenKeys, disk }: StorageParts) {
  const app = new Hono<StorageEnv>();

  app.post("/bucket/:id/empty", requireCaller({ clock, tokenKeys }), async (c) => {
    const bucket = c.req.param("id");
    const ask = askFor(c, { database, operation: "storage.bucket.empty" });
    await ask.asCaller((query) => findBucket(query, bucket));

    const deleteSome = () =>
      ask.asCaller(async (query) => {
        const keys = await someKeys(query, bucket, batch);
        const deleted = await deleteObjects(query, bucket, keys);
        if (deleted.length < keys.length) throw cannotEmpty();
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
