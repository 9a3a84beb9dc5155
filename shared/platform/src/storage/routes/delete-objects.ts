import { Hono } from "hono";
import * as v from "valibot";
import { askFor } from "../ask.ts";
import { requireCaller, type StorageEnv } from "../caller.ts";
import { readJson } from "../json-body.ts";
import { deleteObjects } from "../object.repository.ts";
import type { StorageParts } from "../parts.ts";

const Body = v.object({ prefixes: v.pipe(v.array(v.string()), v.minLength(1)) });

/**
 * `DELETE /object/{bucket}` with `{prefixes}`, which are exact names → the rows that are gone. Missing and
 * forbidden names are left out of the answer alike.
 */
export function deleteObjectsRoute({ database, clock, tokenKeys, disk }: StorageParts) {
  const app = new Hono<StorageEnv>();

  app.delete("/object/:bucket", requireCaller({ clock, tokenKeys }), async (c) => {
    const { bucket } = c.req.param();
    const { prefixes } = await readJson(c.req, Body);
    const ask = askFor(c, { database, operation: "storage.object.delete_many" });
    // Within the transaction: a row whose bytes cannot be removed comes back, and with it all that were asked for.
    const deleted = await ask.asCaller(async (query) => {
      const rows = await deleteObjects(query, bucket, prefixes);
      for (const { name, version } of rows)
        if (version !== null) await disk.remove({ bucket, key: name, version });
      return rows;
    });
    return c.json(deleted);
  });

  return app;
}
