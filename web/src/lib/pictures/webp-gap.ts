import { ascii } from "./read-bytes.ts";

const pictureChunks = new Set(["VP8 ", "VP8L", "ALPH", "ANMF"]);

/** Zeros at the end of a picture, which count as padding. Bytes. */
const spared = 16;

/** Data after the picture, such as its description, may be missing. */
export function webpGap(bytes: Uint8Array): "end" | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 12;
  while (at + 8 <= bytes.length) {
    const kind = ascii(bytes, at, 4);
    const end = at + 8 + view.getUint32(at + 4, true);
    if (pictureChunks.has(kind) && end > bytes.length + spared) return "end";
    // Of an animation, the first picture is the one that is looked at.
    if (pictureChunks.has(kind) && kind !== "ALPH") return undefined;
    at = end + (end % 2);
  }
  return "end";
}
