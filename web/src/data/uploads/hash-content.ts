import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** Bytes hashed in one go: about ten milliseconds on a slow phone, so that the page still answers a finger. */
const pieceBytes = 1024 * 1024;

export interface HashOptions {
  signal: AbortSignal;
  /** Told after every piece, with all bytes read so far. */
  onBytes?: (loaded: number) => void;
}

/**
 * SHA-256 of a file, piece by piece, so that its size does not matter. The browser's own digest takes the whole file
 * in memory at once.
 *
 * @returns lower-case hexadecimal. Rejects with the signal's reason when stopped.
 */
export async function hashContent(content: Blob, { signal, onBytes }: HashOptions): Promise<string> {
  const hash = sha256.create();
  for (let start = 0; start < content.size; start += pieceBytes) {
    signal.throwIfAborted();
    const piece = new Uint8Array(await content.slice(start, start + pieceBytes).arrayBuffer());
    hash.update(piece);
    onBytes?.(start + piece.byteLength);
  }
  return bytesToHex(hash.digest());
}
