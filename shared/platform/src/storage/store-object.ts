import type { Ask } from "./ask.ts";
import {
  findVersion,
  insertObject,
  lockObject,
  type NewObject,
  type ObjectMetadata,
  type ObjectName,
  type StoredObject,
  upsertObject,
} from "./object.repository.ts";
import { keyAlreadyExists, StorageError } from "./storage.errors.ts";

/** Asks the caller's policies for an upload by a row that is undone. Throws what they refuse. */
export async function probeUpload(ask: Ask, object: NewObject, isUpsert: boolean): Promise<void> {
  try {
    await ask.probe((query) => (isUpsert ? upsertObject(query, object) : insertObject(query, object)));
  } catch (error) {
    if (error instanceof StorageError && error.body.code === "ResourceAlreadyExists")
      throw keyAlreadyExists();
    throw error;
  }
}

/** Refuses a taken name early, for a sender whose rights are not asked again. */
export async function assertFree(ask: Ask, name: ObjectName): Promise<void> {
  if ((await ask.asService((query) => findVersion(query, name))) !== null) throw keyAlreadyExists();
}

export interface WrittenObject {
  row: StoredObject;
  /** The version that was there before, null for none; its bytes are nobody's now. */
  replaced: string | null;
}

/** Writes the row of bytes that are in their place, as the service; a taken key stays unless `isUpsert`. */
export function writeObject(ask: Ask, object: NewObject, isUpsert: boolean): Promise<WrittenObject> {
  return ask.asService(async (query) => {
    const current = await lockObject(query, object);
    if (current !== null && !isUpsert) throw keyAlreadyExists();
    return { row: await upsertObject(query, object), replaced: current };
  });
}

export interface StoredBytes {
  /** Bytes. */
  size: number;
  /** MD5 of the bytes, hex. */
  md5: string;
  mime: string;
  /** As it will be served. */
  cacheControl: string;
  xRobotsTag?: string | undefined;
}

/** What the service keeps of bytes that are stored at `now`. */
export function metadataOf(stored: StoredBytes, now: Date): ObjectMetadata {
  return {
    eTag: `"${stored.md5}"`,
    size: stored.size,
    mimetype: stored.mime,
    cacheControl: stored.cacheControl,
    lastModified: now.toISOString(),
    contentLength: stored.size,
    httpStatusCode: 200,
    ...(stored.xRobotsTag === undefined ? {} : { xRobotsTag: stored.xRobotsTag }),
  };
}
