import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { AppError } from "../../lib/errors.ts";

/** What a file must turn out to be. */
export interface ExpectedContent {
  /** Bytes. */
  size: number;
  /** Lower-case hexadecimal SHA-256. */
  sha256: string;
}

/**
 * Passes a file's bytes on while hashing them, so that a file of any size is checked without being held.
 * The stream ends well only if size and hash are those that the sender's browser stored; otherwise it fails with
 * `download.interrupted` (shorter) or `file.hash_mismatch`, after the last byte and before the end is told.
 */
export function verifiedStream(
  content: ReadableStream<Uint8Array<ArrayBuffer>>,
  expected: ExpectedContent,
  onBytes: (count: number) => void = () => {},
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const hash = sha256.create();
  let received = 0;
  return content.pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        hash.update(chunk);
        received += chunk.byteLength;
        onBytes(chunk.byteLength);
        controller.enqueue(chunk);
      },
      flush() {
        if (received < expected.size) throw new AppError("download.interrupted");
        if (bytesToHex(hash.digest()) !== expected.sha256) throw new AppError("file.hash_mismatch");
      },
    }),
  );
}
