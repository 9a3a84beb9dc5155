import type { RequestDatabase } from "../access/request-database.ts";
import { findBucket } from "../buckets/bucket.repository.ts";
import { findObject, type ObjectName, type StoredObject } from "./object.repository.ts";
import { noSuchBucket } from "../storage.errors.ts";

/**
 * Finds an object that the caller may read: any in a public bucket, otherwise those that policies allow.
 *
 * @throws NoSuchBucket without a caller, NoSuchKey if no policy allows reading.
 */
export async function findReadable(
  db: RequestDatabase,
  { name, isKnown }: { name: ObjectName; isKnown: boolean },
): Promise<StoredObject> {
  const bucket = await db.asService((query) => findBucket(query, name.bucket));
  if (bucket.public) return db.asService((query) => findObject(query, name));
  if (!isKnown) throw noSuchBucket();
  return db.asCaller((query) => findObject(query, name));
}
