import { Unzlib } from "fflate";
import type { PictureGap } from "./picture-gap.ts";
import { ascii, uint32 } from "./read-bytes.ts";

const signature = "\u0089PNG\r\n\u001a\n";

/** An empty IEND chunk. */
export const pngEnd = new Uint8Array([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);

/** Samples of a pixel by the type of its colour. */
const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Unpacked at a time, because a few packed bytes may become a thousand times as many. */
const packedBytes = 64 * 1024;

/** Rows of more bytes aren't counted: no picture that browsers show has so many. */
const maxBytes = 1024 ** 3;

interface Chunks {
  header: Uint8Array | undefined;
  /** Compressed rows. */
  data: Uint8Array[];
  hasEnd: boolean;
  /** End of the last chunk of rows; null if it is cut. */
  dataEnd: number | null;
}

export function startsLikePng(bytes: Uint8Array): boolean {
  return ascii(bytes, 0, 8) === signature;
}

export function pngGap(bytes: Uint8Array): PictureGap | undefined {
  const { header, data, hasEnd } = readChunks(bytes);
  if (hasEnd || !header) return undefined;
  const bitsPerPixel = (header[8] ?? 0) * (samples[header[9] ?? 0] ?? 1);
  const isInterlaced = header[12] === 1;
  // Interlaced rows take at least as many bytes.
  const expected = uint32(header, 4) * (1 + Math.ceil((uint32(header, 0) * bitsPerPixel) / 8));
  if (expected > maxBytes || inflatedBytes(data, expected) >= expected) return undefined;
  return isInterlaced ? "detail" : "end";
}

/** The parts of a whole picture that has no end. */
export function withPngEnd(bytes: Uint8Array<ArrayBuffer>): BlobPart[] {
  return [bytes.subarray(0, readChunks(bytes).dataEnd ?? bytes.length), pngEnd];
}

function readChunks(bytes: Uint8Array): Chunks {
  const chunks: Chunks = { header: undefined, data: [], hasEnd: false, dataEnd: null };
  let at = signature.length;
  while (at + 8 <= bytes.length) {
    const kind = ascii(bytes, at + 4, 4);
    const end = at + 12 + uint32(bytes, at);
    const content = bytes.subarray(at + 8, end - 4);
    if (kind === "IEND") return { ...chunks, hasEnd: true };
    if (kind === "IHDR" && end <= bytes.length) chunks.header = content;
    if (kind === "IDAT") {
      chunks.data.push(content);
      chunks.dataEnd = end <= bytes.length ? end : null;
    }
    // Not a chunk: what follows isn't of this picture.
    if (!/^[A-Za-z]{4}$/.test(kind)) break;
    at = end;
  }
  return chunks;
}

/** Only counted, because a large picture has more than should be held, and no further than is asked for. */
function inflatedBytes(data: readonly Uint8Array[], enough: number): number {
  let count = 0;
  const inflating = new Unzlib((part) => {
    count += part.length;
    if (count >= enough) throw new RangeError("These are all the rows.");
  });
  try {
    for (const part of data)
      for (let at = 0; at < part.length; at += packedBytes)
        inflating.push(part.subarray(at, at + packedBytes));
  } catch {
    // Enough, or damaged from here on.
  }
  return count;
}
