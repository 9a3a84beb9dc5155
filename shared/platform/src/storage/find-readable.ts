import type { Ask } from "./ask.ts";
import { findBucket } from "./bucket.repository.ts";
import { findObject, type ObjectName, type StoredObject } from "./object.repository.ts";
import { noSuchBucket } from "./storage.errors.ts";

/**
 * An object that may be read: any in a public bucket, else what the caller's policies show. A stranger is told that
 * the bucket is not there; somebody whom a policy refuses, that the object is not.
 */
export async function findReadable(
  ask: Ask,
  { name, isKnown }: { name: ObjectName; isKnown: boolean },
): Promise<StoredObject> {
  const bucket = await ask.asService((query) => findBucket(query, name.bucket));
  if (bucket.public) return ask.asService((query) => findObject(query, name));
  if (!isKnown) throw noSuchBucket();
  return ask.asCaller((query) => findObject(query, name));
}
