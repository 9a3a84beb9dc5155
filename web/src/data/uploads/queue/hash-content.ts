import { startSha256 } from "../../../lib/sha256.ts";

/** Bytes hashed at once: about ten milliseconds on a slow phone, so that the page stays responsive. */
const pieceBytes = 1024 * 1024;

export interface HashOptions {
  signal: AbortSignal;
  /** Called after every piece with the total of bytes read. */
  onBytes?: (loaded: number) => void;
}

/**
 * SHA-256 of a file of any size, read piece by piece.
 *
 * @returns lower-case hexadecimal. Rejects with the signal's reason when stopped.
 */
export async function hashContent(content: Blob, { signal, onBytes }: HashOptions): Promise<string> {
  const hash = startSha256(content.size);
  for (let start = 0; start < content.size; start += pieceBytes) {
    signal.throwIfAborted();
    const piece = new Uint8Array(await content.slice(start, start + pieceBytes).arrayBuffer());
    hash.update(piece);
    onBytes?.(start + piece.byteLength);
  }
  return hash.digest();
}
