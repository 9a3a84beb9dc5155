import { Hono } from "hono";
import { requestDatabase } from "../access/request-database.ts";
import { requireCaller, type StorageEnv } from "../access/caller.ts";
import { deleteObjects, findObject } from "../objects/object.repository.ts";
import type { StorageDeps } from "../storage.deps.ts";
import { accessDenied } from "../storage.errors.ts";

/** `DELETE /object/{bucket}/{key}`: row and bytes in one transaction; if the bytes can't be removed, the row is restored. */
export function deleteObjectRoute({ database, clock, tokenKeys, disk }: StorageDeps) {
  const app = new Hono<StorageEnv>();

  app.delete("/object/:bucket/:key{.+}", requireCaller({ clock, tokenKeys }), async (c) => {
    const { bucket, key } = c.req.param();
    const db = requestDatabase(c, { database, operation: "storage.object.delete" });
    const deleted = await db.asCaller(async (query) => {
      const [row] = await deleteObjects(query, bucket, [key]);
      if (row && row.version !== null) await disk.remove({ bucket, key, version: row.version });
      return row;
    });
    if (deleted === undefined) {
      await db.asService((query) => findObject(query, { bucket, key }));
      throw accessDenied("Access denied");
    }
    return c.json({ message: "Successfully deleted" });
  });

  return app;
}
