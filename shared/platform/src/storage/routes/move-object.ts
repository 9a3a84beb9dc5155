import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import * as v from "valibot";
import { askFor } from "../ask.ts";
import { requireCaller, type StorageEnv } from "../caller.ts";
import { withCopiedBytes } from "../copied-object.ts";
import { readJson } from "../json-body.ts";
import { assertKey } from "../object-key.ts";
import { findObject, lockObject, renameObject } from "../object.repository.ts";
import type { StorageParts } from "../parts.ts";
import { noSuchKey } from "../storage.errors.ts";

const Body = v.object({
  bucketId: v.string(),
  sourceKey: v.string(),
  destinationKey: v.string(),
  destinationBucket: v.optional(v.string()),
});

/**
 * `POST /object/move`: another name, or another bucket, for an object. Needs the rights to see it and to change it into
 * what it becomes; its owner is then the caller.
 */
export function moveObjectRoute({ database, clock, tokenKeys, disk }: StorageParts) {
  const app = new Hono<StorageEnv>();

  app.post("/object/move", requireCaller({ clock, tokenKeys }), async (c) => {
    const { bucketId, sourceKey, destinationKey, destinationBucket } = await readJson(c.req, Body);
    assertKey(destinationKey);
    const from = { bucket: bucketId, key: sourceKey };
    const to = { bucket: destinationBucket ?? bucketId, key: destinationKey };
    const owner = c.get("caller")?.subject ?? "";
    const ask = askFor(c, { database, operation: "storage.object.move" });
    const object = await ask.asCaller((query) => findObject(query, from));
    await ask.probe((query) => renameObject(query, from, { ...to, owner, version: randomUUID() }));
    if (from.bucket !== to.bucket || from.key !== to.key) {
      await withCopiedBytes(disk, { object, to }, (copy) =>
        ask.asService(async (query) => {
          // Somebody may have replaced it since its bytes were copied.
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
