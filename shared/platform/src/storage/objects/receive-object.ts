import { randomUUID } from "node:crypto";
import type { RequestDatabase } from "../access/request-database.ts";
import { findBucket } from "../buckets/bucket.repository.ts";
import type { Received } from "../files/disk.ts";
import { assertMimeAllowed } from "./mime-type.ts";
import { assertKey, isFolderPlaceholder } from "./object-key.ts";
import type { NewObject, ObjectName } from "./object.repository.ts";
import type { StorageDeps } from "../storage.deps.ts";
import { sizeLimitOf } from "../buckets/bucket-rules.ts";
import { entityTooLarge } from "../storage.errors.ts";
import { metadataOf, writeObject } from "./store-object.ts";
import { readUpload } from "../http/upload-body.ts";

interface Upload {
  name: ObjectName;
  /** The uploader's `sub`; empty if none. */
  owner: string;
  isUpsert: boolean;
  db: RequestDatabase;
  /** Called before any byte is read. @throws if the upload isn't allowed. */
  authorize: (object: NewObject) => Promise<void>;
}

/**
 * Stores the file of a request with a raw body or a form. The row is written last, so that triggers see the complete
 * object. Checks are in the service's order: key, bucket, type, announced size, permission, received size.
 */
export async function receiveObject(
  request: Request,
  { disk, clock, settings }: StorageDeps,
  { name, owner, isUpsert, db, authorize }: Upload,
): Promise<{ id: string }> {
  assertKey(name.key);
  const bucket = await db.asService((query) => findBucket(query, name.bucket));
  const body = await readUpload(request);
  const isPlaceholder = isFolderPlaceholder(name.key);
  if (!isPlaceholder) assertMimeAllowed(body.mime, bucket.allowed_mime_types);

  const object: NewObject = {
    ...name,
    owner,
    version: randomUUID(),
    metadata: { mimetype: body.mime, contentLength: body.declaredSize },
    userMetadata: body.userMetadata,
  };
  const limit = isPlaceholder ? 0 : sizeLimitOf(settings, bucket);
  if ((body.declaredSize ?? 0) > limit) throw entityTooLarge();
  await authorize(object);

  const received = await disk.receive(body.bytes, limit);
  const finished = { ...object, metadata: metadataOf({ ...body, ...received }, clock()) };
  const { row, replaced } = await save(finished, received);
  if (replaced !== null) await disk.remove({ ...name, version: replaced });
  return row;

  /** Deletes the bytes if the row is rejected. */
  async function save(written: NewObject, bytes: Received) {
    try {
      await bytes.save(written);
      return await writeObject(db, written, isUpsert);
    } catch (error) {
      await bytes.discard();
      await disk.remove(written);
      throw error;
    }
  }
}
