import { ascii, uint32 } from "./read-bytes.ts";

/** A picture can't be shown without these; anything else may be cut. */
const needed = new Set(["meta", "mdat", "idat", "moov"]);

/** Of a HEIC or AVIF file: a sequence of boxes, each with its length. One that is cut shows nothing at all. */
export function boxesGap(bytes: Uint8Array): "some" | undefined {
  let at = 0;
  while (at + 8 <= bytes.length) {
    const length = uint32(bytes, at);
    // To the end of the file, or of 64 bits.
    if (length === 0) return undefined;
    const size = length === 1 ? uint32(bytes, at + 8) * 2 ** 32 + uint32(bytes, at + 12) : length;
    if (size < 8) return undefined;
    if (at + size > bytes.length) return needed.has(ascii(bytes, at + 4, 4)) ? "some" : undefined;
    at += size;
  }
  return undefined;
}
