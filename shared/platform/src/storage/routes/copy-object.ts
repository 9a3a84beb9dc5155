import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import * as v from "valibot";
import { askFor } from "../ask.ts";
import { requireCaller, type StorageEnv } from "../caller.ts";
import { withCopiedBytes } from "../copied-object.ts";
import { readJson } from "../json-body.ts";
import { assertKey } from "../object-key.ts";
import { findObject, insertObject, type StoredObject, upsertObject } from "../object.repository.ts";
import type { StorageParts } from "../parts.ts";
import { bytesMissing } from "../storage.errors.ts";
import { writeObject } from "../store-object.ts";
import { userMetadataOf } from "../user-metadata.ts";

const Body = v.object({
  bucketId: v.string(),
  sourceKey: v.string(),
  destinationKey: v.string(),
  destinationBucket: v.optional(v.string()),
  copyMetadata: v.optional(v.boolean(), true),
  metadata: v.optional(
    v.object({ cacheControl: v.optional(v.string()), mimetype: v.optional(v.string()) }),
    {},
  ),
});

/**
 * `POST /object/copy` → `{Id, Key, …}` of the copy. Needs the right to see the object and those of an upload at its new
 * place; `x-upsert: true` replaces what is there. With `copyMetadata: false` the copy takes `metadata` and
 * `x-metadata` in place of the original's.
 */
export function copyObjectRoute({ database, clock, tokenKeys, disk }: StorageParts) {
  const app = new Hono<StorageEnv>();

  app.post("/object/copy", requireCaller({ clock, tokenKeys }), async (c) => {
    const body = await readJson(c.req, Body);
    assertKey(body.destinationKey);
    const to = { bucket: body.destinationBucket ?? body.bucketId, key: body.destinationKey };
    const isUpsert = c.req.header("x-upsert") === "true";
    const ask = askFor(c, { database, operation: "storage.object.copy" });
    const object = await ask.asCaller((query) =>
      findObject(query, { bucket: body.bucketId, key: body.sourceKey }),
    );
    const metadata = copiedMetadata(object, body, clock());
    const planned = {
      ...to,
      owner: c.get("caller")?.subject ?? "",
      version: randomUUID(),
      metadata,
      userMetadata: body.copyMetadata ? object.user_metadata : userMetadataOf(c.req.header("x-metadata")),
    };
    await ask.probe((query) => (isUpsert ? upsertObject(query, planned) : insertObject(query, planned)));

    const { row, replaced } = await withCopiedBytes(disk, { object, to }, (copy) =>
      writeObject(ask, { ...planned, ...copy }, isUpsert),
    );
    if (replaced !== null) await disk.remove({ ...to, version: replaced });
    return c.json({ Id: row.id, Key: `${to.bucket}/${to.key}`, ...row });
  });

  return app;
}

function copiedMetadata(
  { metadata }: StoredObject,
  body: {
    copyMetadata: boolean;
    metadata: { cacheControl?: string | undefined; mimetype?: string | undefined };
  },
  now: Date,
) {
  if (metadata === null) throw bytesMissing();
  const { mimetype = metadata.mimetype, cacheControl = metadata.cacheControl } = body.copyMetadata
    ? metadata
    : body.metadata;
  return { ...metadata, mimetype, cacheControl, lastModified: now.toISOString() };
}
