import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import * as v from "valibot";
import { requestDatabase } from "../access/request-database.ts";
import { requireCaller, type StorageEnv } from "../access/caller.ts";
import { withCopiedBytes } from "../files/copied-object.ts";
import { readJson } from "../http/json-body.ts";
import { Flag, Text } from "../http/json-fields.ts";
import { assertKey } from "../objects/object-key.ts";
import { findObject, type StoredObject } from "../objects/object.repository.ts";
import { serializeObject } from "../objects/serialize-object.ts";
import type { StorageDeps } from "../storage.deps.ts";
import { bytesMissing } from "../storage.errors.ts";
import { probeUpload, writeObject } from "../objects/store-object.ts";
import { userMetadataOf } from "../http/user-metadata.ts";

const Body = v.object({
  bucketId: Text,
  sourceKey: Text,
  destinationKey: Text,
  destinationBucket: v.optional(Text),
  copyMetadata: v.optional(Flag, true),
  metadata: v.optional(
    v.object({ cacheControl: v.optional(v.string()), mimetype: v.optional(v.string()) }),
    {},
  ),
});

/**
 * `POST /object/copy` → `{Id, Key, …}` of the copy. Requires permission to see the object and to upload at its new
 * name; `x-upsert: true` replaces what is there. With `copyMetadata: false` the copy takes `metadata` and
 * `x-metadata` in place of the original's.
 */
export function copyObjectRoute({ database, clock, tokenKeys, disk }: StorageDeps) {
  const app = new Hono<StorageEnv>();

  app.post("/object/copy", requireCaller({ clock, tokenKeys }), async (c) => {
    const body = await readJson(c.req, Body);
    assertKey(body.destinationKey);
    const to = { bucket: body.destinationBucket ?? body.bucketId, key: body.destinationKey };
    const isUpsert = c.req.header("x-upsert") === "true";
    const db = requestDatabase(c, { database, operation: "storage.object.copy" });
    const object = await db.asCaller((query) =>
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
    await probeUpload(db, planned, isUpsert);

    const { row, replaced } = await withCopiedBytes(disk, { object, to }, (copy) =>
      writeObject(db, { ...planned, ...copy }, isUpsert),
    );
    if (replaced !== null) await disk.remove({ ...to, version: replaced });
    return c.json({ Id: row.id, Key: `${to.bucket}/${to.key}`, ...serializeObject(row) });
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
