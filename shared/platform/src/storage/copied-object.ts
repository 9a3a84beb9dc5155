import { randomUUID } from "node:crypto";
import type { Disk, Location } from "./disk.ts";
import type { ObjectName, StoredObject } from "./object.repository.ts";
import { bytesMissing } from "./storage.errors.ts";

/**
 * Puts a copy of an object's bytes under another name, in a version of its own, for as long as `write` succeeds: what
 * it refuses is taken away again.
 */
export async function withCopiedBytes<Written>(
  disk: Disk,
  { object, to }: { object: StoredObject; to: ObjectName },
  write: (copy: Location) => Promise<Written>,
): Promise<Written> {
  if (object.version === null) throw bytesMissing();
  const copy = { ...to, version: randomUUID() };
  await disk.copy({ bucket: object.bucket_id, key: object.name, version: object.version }, copy);
  try {
    return await write(copy);
  } catch (error) {
    await disk.remove(copy);
    throw error;
  }
}
