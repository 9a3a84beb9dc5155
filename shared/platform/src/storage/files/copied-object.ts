import { randomUUID } from "node:crypto";
import type { Disk, Location } from "./disk.ts";
import type { ObjectName, StoredObject } from "../objects/object.repository.ts";
import { bytesMissing } from "../storage.errors.ts";

/**
 * Copies an object's bytes to another name as a new version, then runs `write`. If `write` fails, the copy is deleted.
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
