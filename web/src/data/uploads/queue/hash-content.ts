import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** Bytes hashed at once: about ten milliseconds on a slow phone, so that the page stays responsive. */
const pieceBytes = 1024 * 1024;

/**
 * SHA-256 of a file of any size, read piece by piece. The browser's own digest needs the whole file in memory.
 *
 * @returns lower-case hexadecimal. Rejects with the signal's reason when stopped.
 */
export async function hashContent(content: Blob, { signal }: { signal: AbortSignal }): Promise<string> {
  const hash = sha256.create();
  for (let start = 0; start < content.size; start += pieceBytes) {
    signal.throwIfAborted();
    const piece = new Uint8Array(await content.slice(start, start + pieceBytes).arrayBuffer());
    hash.update(piece);
  }
  return bytesToHex(hash.digest());
}
