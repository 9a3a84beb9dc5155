import { Hono } from "hono";
import * as v from "valibot";
import { requestDatabase } from "../access/request-database.ts";
import { requireCaller, type StorageEnv } from "../access/caller.ts";
import { readJson } from "../http/json-body.ts";
import { List, Text } from "../http/json-fields.ts";
import { deleteObjects } from "../objects/object.repository.ts";
import { serializeObject } from "../objects/serialize-object.ts";
import type { StorageDeps } from "../storage.deps.ts";

const Body = v.object({ prefixes: v.pipe(List(Text), v.minLength(1)) });

/**
 * `DELETE /object/{bucket}` with `{prefixes}`, which are exact names → the deleted rows. Missing and forbidden
 * names are both omitted.
 */
export function deleteObjectsRoute({ database, clock, tokenKeys, disk }: StorageDeps) {
  const app = new Hono<StorageEnv>();

  app.delete("/object/:bucket", requireCaller({ clock, tokenKeys }), async (c) => {
    const { bucket } = c.req.param();
    const { prefixes } = await readJson(c.req, Body);
    const db = requestDatabase(c, { database, operation: "storage.object.delete_many" });
    // In the transaction, so that all rows are restored if the bytes of one can't be removed.
    const deleted = await db.asCaller(async (query) => {
      const rows = await deleteObjects(query, bucket, prefixes);
      for (const { name, version } of rows)
        if (version !== null) await disk.remove({ bucket, key: name, version });
      return rows;
    });
    return c.json(deleted.map(serializeObject));
  });

  return app;
}
