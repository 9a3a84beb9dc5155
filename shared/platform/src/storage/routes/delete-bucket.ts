import { Hono } from "hono";
import { askFor } from "../ask.ts";
import { deleteBucket, findBucket, holdsObjects } from "../bucket.repository.ts";
import { requireCaller, type StorageEnv } from "../caller.ts";
import type { StorageParts } from "../parts.ts";
import { bucketNotEmpty } from "../storage.errors.ts";

/** `DELETE /bucket/{id}`, where nothing is in it, whoever may see that. */
export function deleteBucketRoute({ database, clock, tokenKeys }: StorageParts) {
  const app = new Hono<StorageEnv>();

  app.delete("/bucket/:id", requireCaller({ clock, tokenKeys }), async (c) => {
    const id = c.req.param("id");
    const ask = askFor(c, { database, operation: "storage.bucket.delete" });
    await ask.asCaller((query) => findBucket(query, id));
    if (await ask.asService((query) => holdsObjects(query, id))) throw bucketNotEmpty();
    await ask.asCaller((query) => deleteBucket(query, id));
    return c.json({ message: "Successfully deleted" });
  });

  return app;
}
