import { type Bytes, joinBytes, readPieces } from "../../lib/bytes.ts";
import { crc32 } from "../../lib/crc32.ts";

/** A file's whole content, with the size and checksum that precede it in a zip. */
export interface HeldContent {
  /** Bytes. */
  size: number;
  crc32: number;
  parts: readonly (Bytes | Blob)[];
}

/** A large file is held in blobs of this size, which the browser may keep on the disk. Bytes. */
const blobBytes = 8 * 1024 * 1024;

export const holdBytes = (bytes: Bytes): HeldContent => ({
  size: bytes.byteLength,
  crc32: crc32(bytes),
  parts: [bytes],
});

/** Reads a stream to its end. Rejects with its error. */
export async function holdStream(stream: ReadableStream<Bytes>): Promise<HeldContent> {
  const held: { size: number; crc32: number; parts: Blob[] } = { size: 0, crc32: 0, parts: [] };
  let pieces: Bytes[] = [];
  let loose = 0;
  const pass = () => {
    held.parts.push(new Blob(pieces));
    [pieces, loose] = [[], 0];
  };
  const sink = new WritableStream<Bytes>({
    write: (piece) => {
      held.crc32 = crc32(piece, held.crc32);
      held.size += piece.byteLength;
      loose += piece.byteLength;
      pieces.push(piece);
      if (loose >= blobBytes) pass();
    },
    close: pass,
  });
  await stream.pipeTo(sink);
  return held;
}

/** The content in pieces that fit into memory. */
export async function* piecesOf({ parts }: HeldContent): AsyncGenerator<Bytes> {
  for (const part of parts) {
    yield part instanceof Blob ? joinBytes(await readPieces(part.stream())) : part;
  }
}
