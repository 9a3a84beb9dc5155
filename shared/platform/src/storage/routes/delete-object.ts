import { Hono } from "hono";
import { askFor } from "../ask.ts";
import { requireCaller, type StorageEnv } from "../caller.ts";
import { deleteObjects, findObject } from "../object.repository.ts";
import type { StorageParts } from "../parts.ts";
import { accessDenied } from "../storage.errors.ts";

/** `DELETE /object/{bucket}/{key}`: row and bytes in one transaction; a row whose bytes cannot be removed comes back. */
export function deleteObjectRoute({ database, clock, tokenKeys, disk }: StorageParts) {
  const app = new Hono<StorageEnv>();

  app.delete("/object/:bucket/:key{.+}", requireCaller({ clock, tokenKeys }), async (c) => {
    const { bucket, key } = c.req.param();
    const ask = askFor(c, { database, operation: "storage.object.delete" });
    const deleted = await ask.asCaller(async (query) => {
      const [row] = await deleteObjects(query, bucket, [key]);
      if (row && row.version !== null) await disk.remove({ bucket, key, version: row.version });
      return row;
    });
    if (deleted === undefined) {
      await ask.asService((query) => findObject(query, { bucket, key }));
      throw accessDenied("Access denied");
    }
    return c.json({ message: "Successfully deleted" });
  });

  return app;
}
