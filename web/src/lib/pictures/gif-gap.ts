import type { PictureGap } from "./picture-gap.ts";

const [extension, picture] = [0x21, 0x2c];

/** Of an animation, the first picture is the one that is looked at. */
export function gifGap(bytes: Uint8Array): PictureGap | undefined {
  if (bytes.length < 13) return undefined;
  let at = 13 + colours(bytes[10] ?? 0);
  while (bytes[at] === extension) at = afterBlocks(bytes, at + 2);
  if (at < bytes.length && bytes[at] !== picture) return undefined;
  const flags = bytes[at + 9] ?? 0;
  const end = afterBlocks(bytes, at + 11 + colours(flags));
  if (end <= bytes.length) return undefined;
  const isInterlaced = (flags & 0x40) !== 0;
  return isInterlaced ? "detail" : "end";
}

/** Bytes of the table of colours that flags announce. */
function colours(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** End of length-prefixed blocks, of which the last is empty; beyond the bytes if that block is missing. */
function afterBlocks(bytes: Uint8Array, start: number): number {
  let at = start;
  for (let length = bytes[at]; length !== 0; length = bytes[at]) {
    if (length === undefined) return bytes.length + 1;
    at += 1 + length;
  }
  return at + 1;
}
