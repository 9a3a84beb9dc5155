import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { type Ask, askFor } from "../ask.ts";
import { findBucket } from "../bucket.repository.ts";
import { requireCaller, type StorageEnv } from "../caller.ts";
import type { Received } from "../disk.ts";
import { assertMimeAllowed } from "../mime-type.ts";
import { assertKey } from "../object-key.ts";
import type { NewObject } from "../object.repository.ts";
import type { StorageParts } from "../parts.ts";
import { sizeLimitOf } from "../size-limit.ts";
import { entityTooLarge } from "../storage.errors.ts";
import { metadataOf, probeUpload, writeObject } from "../store-object.ts";
import { readUpload } from "../upload-body.ts";

/**
 * `POST /object/{bucket}/{key}`, body raw or multipart → `{Id, Key}`. Rights are asked by a probe row that is
 * undone, then the bytes are stored, then the real row is written by the service: so a policy is asked once,
 * with the type and the declared size, and triggers see the finished object.
 */
export function uploadObjectRoute({ database, clock, settings, tokenKeys, disk }: StorageParts) {
  const app = new Hono<StorageEnv>();

  app.post("/object/:bucket/:key{.+}", requireCaller({ clock, tokenKeys }), async (c) => {
    const { bucket: bucketId, key } = c.req.param();
    assertKey(key);
    const ask = askFor(c, { database, operation: "storage.object.upload" });
    const bucket = await ask.asService((query) => findBucket(query, bucketId));
    const body = await readUpload(c.req.raw);
    assertMimeAllowed(body.mime, bucket.allowed_mime_types);

    const isUpsert = c.req.header("x-upsert") === "true";
    const object: NewObject = {
      bucket: bucketId,
      key,
      owner: c.get("caller")?.subject ?? "",
      version: randomUUID(),
      metadata: { mimetype: body.mime, contentLength: body.declaredSize },
      userMetadata: body.userMetadata,
    };
    await probeUpload(ask, object, isUpsert);

    const limit = sizeLimitOf(settings, bucket);
    if ((body.declaredSize ?? 0) > limit) throw entityTooLarge();
    const received = await disk.receive(body.bytes, limit);

    const { row, replaced } = await keep(ask, {
      object: { ...object, metadata: metadataOf({ ...body, ...received }, clock()) },
      received,
      isUpsert,
    });
    if (replaced !== null) await disk.remove({ bucket: bucketId, key, version: replaced });
    return c.json({ Id: row.id, Key: `${bucketId}/${key}` });
  });

  /** Bytes first, row last; bytes whose row is refused are taken away again. */
  async function keep(ask: Ask, upload: { object: NewObject; received: Received; isUpsert: boolean }) {
    const { object, received, isUpsert } = upload;
    try {
      await received.keep(object);
      return await writeObject(ask, object, isUpsert);
    } catch (error) {
      await received.discard();
      await disk.remove(object);
      throw error;
    }
  }

  return app;
}
