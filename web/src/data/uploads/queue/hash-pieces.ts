import { type Sha256, startSha256 } from "../../../lib/sha256.ts";

interface HashPiecesOptions {
  signal?: AbortSignal;
  /** A hash without any content yet. */
  hash?: Sha256;
}

/**
 * SHA-256 of a file, piece by piece. A stream takes half the processor time of slices, which are opened one by one.
 *
 * @returns lower-case hexadecimal. Rejects with the signal's reason when stopped.
 */
export async function hashPieces(
  content: Blob,
  { signal, hash = startSha256(content.size) }: HashPiecesOptions = {},
): Promise<string> {
  const reader = content.stream().getReader();
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { done, value } = await reader.read();
      if (done) return await hash.digest();
      hash.update(value);
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
