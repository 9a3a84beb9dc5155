import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Four ids, as the database generates it. Nothing else becomes part of a path. */
const objectKey = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\/(?!$)|$)){4}$/;

/** Size and sum of an object as it was received. */
export interface Received {
  /** Bytes. */
  size: number;
  /** Lower-case hexadecimal. */
  sha256: string;
}

/**
 * The path of an object's bytes in a copy of the bucket `documents`, or null if the copy has none. The copy is one by keys, as
 * `aws s3 sync` or `rclone` make it, or the folder of Storage's file backend, which has a folder for each key and a file
 * for each version in it. A folder `documents` in it is looked into, too. Links aren't followed.
 *
 * @returns `isSame` false if there are only other bytes under this key.
 */
export async function findInBackup(
  folder: string,
  key: string,
  received: Received,
): Promise<{ path: string; isSame: boolean } | null> {
  if (!objectKey.test(key)) return null;
  let other: string | undefined;
  for (const base of [folder, join(folder, "documents")]) {
    for (const path of await versionsAt(join(base, key))) {
      if (await isReceived(path, received)) return { path, isSame: true };
      other ??= path;
    }
  }
  return other === undefined ? null : { path: other, isSame: false };
}

async function versionsAt(path: string): Promise<string[]> {
  const found = await lstat(path).catch(() => null);
  if (found?.isFile()) return [path];
  if (!found?.isDirectory()) return [];
  const entries = await readdir(path, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".json"))
    .map(({ name }) => join(path, name))
    .toSorted();
}

async function isReceived(path: string, { size, sha256 }: Received): Promise<boolean> {
  if ((await lstat(path)).size !== size) return false;
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest("hex") === sha256;
}
