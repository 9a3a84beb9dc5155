import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** Bytes hashed at once: about ten milliseconds on a slow phone, so that the page stays responsive. */
const pieceBytes = 1024 * 1024;

export interface HashOptions {
  signal: AbortSignal;
  /** Called after every piece with the total of bytes read. */
  onBytes?: (loaded: number) => void;
}

/**
 * SHA-256 of a file of any size, read piece by piece. The browser's own digest needs the whole file in memory.
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
