import { AppError } from "../../lib/errors.ts";
import { startSha256 } from "../../lib/sha256.ts";

/** Size and hash that the stream must have. */
export interface ExpectedContent {
  /** Bytes. */
  size: number;
  /** Lower-case hexadecimal SHA-256. */
  sha256: string;
}

/** The content isn't what the sender's browser hashed. */
export class HashMismatch extends AppError {
  /** SHA-256 of the content, lower-case hexadecimal. */
  readonly received: string;

  constructor(received: string) {
    super("file.hash_mismatch");
    this.received = received;
  }
}

/**
 * Passes bytes through while hashing them, so that files of any size are verified without buffering. Unless size and hash
 * match, the stream fails after its last byte with `download.interrupted` (too short) or a `HashMismatch`.
 */
export function verifiedStream(
  content: ReadableStream<Uint8Array<ArrayBuffer>>,
  expected: ExpectedContent,
  onBytes: (count: number) => void = () => {},
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const hash = startSha256(expected.size);
  let received = 0;
  return content.pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        hash.update(chunk);
        received += chunk.byteLength;
        onBytes(chunk.byteLength);
        controller.enqueue(chunk);
      },
      async flush() {
        if (received < expected.size) throw new AppError("download.interrupted");
        const actual = await hash.digest();
        if (actual !== expected.sha256) throw new HashMismatch(actual);
      },
    }),
  );
}
