import { randomUUID } from "node:crypto";
import type { Ask } from "./ask.ts";
import { findBucket } from "./bucket.repository.ts";
import type { Received } from "./disk.ts";
import { assertMimeAllowed } from "./mime-type.ts";
import { assertKey, isFolderPlaceholder } from "./object-key.ts";
import type { NewObject, ObjectName } from "./object.repository.ts";
import type { StorageParts } from "./parts.ts";
import { sizeLimitOf } from "./size-limit.ts";
import { entityTooLarge } from "./storage.errors.ts";
import { metadataOf, writeObject } from "./store-object.ts";
import { readUpload } from "./upload-body.ts";

interface Upload {
  name: ObjectName;
  /** The uploader's `sub`, empty for none. */
  owner: string;
  isUpsert: boolean;
  ask: Ask;
  /** Throws where this may not be stored; asked before any byte is read. */
  admit: (object: NewObject) => Promise<void>;
}

/**
 * Stores a request's file, its body raw or a form. Bytes first, row last: triggers see the finished object. The order
 * of refusals is the service's: key, bucket, type, rights, size.
 */
export async function receiveObject(
  request: Request,
  { disk, clock, settings }: StorageParts,
  { name, owner, isUpsert, ask, admit }: Upload,
): Promise<{ id: string }> {
  assertKey(name.key);
  const bucket = await ask.asService((query) => findBucket(query, name.bucket));
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
  await admit(object);

  const limit = isPlaceholder ? 0 : sizeLimitOf(settings, bucket);
  if ((body.declaredSize ?? 0) > limit) throw entityTooLarge();
  const received = await disk.receive(body.bytes, limit);
  const finished = { ...object, metadata: metadataOf({ ...body, ...received }, clock()) };
  const { row, replaced } = await keep(finished, received);
  if (replaced !== null) await disk.remove({ ...name, version: replaced });
  return row;

  /** Bytes whose row is refused are taken away again. */
  async function keep(written: NewObject, bytes: Received) {
    try {
      await bytes.keep(written);
      return await writeObject(ask, written, isUpsert);
    } catch (error) {
      await bytes.discard();
      await disk.remove(written);
      throw error;
    }
  }
}
