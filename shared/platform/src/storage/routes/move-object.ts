import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import * as v from "valibot";
import { requestDatabase } from "../access/request-database.ts";
import { requireCaller, type StorageEnv } from "../access/caller.ts";
import { withCopiedBytes } from "../files/copied-object.ts";
import { readJson } from "../http/json-body.ts";
import { Text } from "../http/json-fields.ts";
import { assertKey } from "../objects/object-key.ts";
import { findObject, lockObject, renameObject } from "../objects/object.repository.ts";
import type { StorageDeps } from "../storage.deps.ts";
import { noSuchKey } from "../storage.errors.ts";

const Body = v.object({
  bucketId: Text,
  sourceKey: Text,
  destinationKey: Text,
  destinationBucket: v.optional(Text),
});

/**
 * `POST /object/move`: moves an object to another name or bucket. Requires the permissions to see it and to update it to
 * its new row; the caller becomes its owner.
 */
export function moveObjectRoute({ database, clock, tokenKeys, disk }: StorageDeps) {
  const app = new Hono<StorageEnv>();

  app.post("/object/move", requireCaller({ clock, tokenKeys }), async (c) => {
    const { bucketId, sourceKey, destinationKey, destinationBucket } = await readJson(c.req, Body);
    assertKey(destinationKey);
    const from = { bucket: bucketId, key: sourceKey };
    const to = { bucket: destinationBucket ?? bucketId, key: destinationKey };
    const owner = c.get("caller")?.subject ?? "";
    const db = requestDatabase(c, { database, operation: "storage.object.move" });
    const object = await db.asCaller((query) => findObject(query, from));
    await db.probe((query) => renameObject(query, from, { ...to, owner, version: randomUUID() }));
    if (from.bucket !== to.bucket || from.key !== to.key) {
      await withCopiedBytes(disk, { object, to }, (copy) =>
        db.asService(async (query) => {
          // The object may have been replaced since its bytes were copied.
          if ((await lockObject(query, from)) !== object.version) throw noSuchKey();
          await renameObject(query, from, { ...copy, owner });
        }),
      );
      if (object.version !== null) await disk.remove({ ...from, version: object.version });
    }
    return c.json({ message: "Successfully moved" });
  });

  return app;
}
