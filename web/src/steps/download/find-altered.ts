import { BlobReader, type FileEntry, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js";
import { startSha256 } from "../../lib/sha256.ts";
import { takeTurns } from "../../lib/take-turns.ts";
import type { ArchiveFile } from "./archive.models.ts";

/** Files read at once: a small one waits for the disk three times, and hardly reads. */
const maxConcurrency = 4;

/**
 * Reads a zip back and compares each file's SHA-256 with the one that it had when it was packed. Files are read as streams.
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
    const isAltered = async ({ path, file, received }: ArchiveFile): Promise<boolean> => {
      const entry = byPath.get(path);
      const found = entry && !entry.directory ? await hashOf(entry, file.size) : undefined;
      return found !== (received ?? file.sha256);
    };
    const inTurn = takeTurns(maxConcurrency);
    const verdicts = await Promise.all(files.map((file) => inTurn(signal, () => isAltered(file))));
    return files.filter((_, place) => verdicts[place]).map(({ path }) => path);
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
