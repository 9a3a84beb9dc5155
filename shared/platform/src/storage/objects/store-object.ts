import type { RequestDatabase } from "../access/request-database.ts";
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
import { keyAlreadyExists, StorageError } from "../storage.errors.ts";

/** Checks the caller's policies by writing a row and rolling back. @throws if they reject it. */
export async function probeUpload(db: RequestDatabase, object: NewObject, isUpsert: boolean): Promise<void> {
  try {
    await db.probe((query) => (isUpsert ? upsertObject(query, object) : insertObject(query, object)));
  } catch (error) {
    if (error instanceof StorageError && error.body.code === "ResourceAlreadyExists")
      throw keyAlreadyExists();
    throw error;
  }
}

/** @throws for an existing key; an early check for uploads whose permission isn't checked again. */
export async function assertFree(db: RequestDatabase, name: ObjectName): Promise<void> {
  if ((await db.asService((query) => findVersion(query, name))) !== null) throw keyAlreadyExists();
}

export interface WrittenObject {
  row: StoredObject;
  /** Replaced version, whose bytes are now unused; null if none. */
  replaced: string | null;
}

/** Writes the row of stored bytes as the service. @throws for an existing key unless `isUpsert`. */
export function writeObject(
  db: RequestDatabase,
  object: NewObject,
  isUpsert: boolean,
): Promise<WrittenObject> {
  return db.asService(async (query) => {
    const current = await lockObject(query, object);
    if (current !== null && !isUpsert) throw keyAlreadyExists();
    return { row: await upsertObject(query, object), replaced: current };
  });
}

export interface StoredBytes {
  /** Size in bytes. */
  size: number;
  /** MD5 of the bytes in hex. */
  md5: string;
  mime: string;
  /** Type that the file will be served with. */
  cacheControl: string;
  xRobotsTag?: string | undefined;
}

/** Metadata for bytes stored at `now`. */
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
