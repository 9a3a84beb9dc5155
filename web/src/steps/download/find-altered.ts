import { BlobReader, type FileEntry, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js";
import { startSha256 } from "../../lib/sha256.ts";
import type { ArchiveFile } from "./archive.models.ts";

/**
 * Reads a zip back and compares each file's SHA-256 with the one that it had when it was packed. One file at a time, as a
 * stream.
 *
 * @returns the paths of files that differ or that can't be found in it; all of them if it can't be read as a zip.
 */
export async function findAltered(
  zip: Blob,
  files: readonly ArchiveFile[],
  signal: AbortSignal,
): Promise<string[]> {
  const reader = new ZipReader(new BlobReader(zip), { useWebWorkers: false });
  try {
    const entries = await reader.getEntries().catch(() => []);
    const byPath = new Map(entries.map((entry) => [entry.filename, entry]));
    const altered: string[] = [];
    for (const { path, file, received } of files) {
      signal.throwIfAborted();
      const entry = byPath.get(path);
      const found = entry && !entry.directory ? await hashOf(entry, file.size) : undefined;
      if (found !== (received ?? file.sha256)) altered.push(path);
    }
    return altered;
  } finally {
    await reader.close();
  }
}

/** Undefined if it can't be read. */
async function hashOf(entry: FileEntry, size: number): Promise<string | undefined> {
  const hash = startSha256(size);
  const sink = new WritableStream<Uint8Array<ArrayBuffer>>({ write: (piece) => hash.update(piece) });
  try {
    await entry.getData(sink);
    return await hash.digest();
  } catch {
    return undefined;
  }
}
