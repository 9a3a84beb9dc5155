import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

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
  const reader = content.stream().getReader();
  let loaded = 0;
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await reader.read();
      if (done) return bytesToHex(hash.digest());
      hash.update(value);
      loaded += value.byteLength;
      onBytes?.(loaded);
    }
  } finally {
    reader.releaseLock();
  }
}
