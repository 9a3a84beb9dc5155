import type { PictureGap } from "./picture-gap.ts";

/** Bytes of a number by its type: byte, ASCII, SHORT, LONG. */
const sizes: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4 };

/** Tags with the positions and lengths of strips, and of tiles. */
const places = [
  [273, 279],
  [324, 325],
] as const;

/** More pages and strips than any document has: lists may be circular, and many may lead to the same numbers. */
const maxPages = 2000;
const maxStrips = 1_000_000;

/** Decoders leave the part of a page black that the file doesn't contain. The list of a page often stands at the end. */
export function tiffGap(bytes: Uint8Array): PictureGap | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittle = bytes[0] === 0x49;
  if (bytes.length < 8 || view.getUint16(2, isLittle) !== 42) return undefined;
  let list = view.getUint32(4, isLittle);
  let strips = 0;
  for (let page = 0; list !== 0 && page < maxPages; page += 1) {
    if (list + 2 > bytes.length) return "some";
    const count = view.getUint16(list, isLittle);
    const end = list + 2 + 12 * count;
    if (end + 4 > bytes.length) return "some";
    const read = (tag: number) => numbersOf({ view, isLittle, list, count, tag });
    for (const [offsets, lengths] of places) {
      const spans = read(lengths);
      strips += spans.length;
      if (strips > maxStrips) return undefined;
      if (read(offsets).some((start, place) => start + (spans[place] ?? 0) > bytes.length)) return "end";
    }
    list = view.getUint32(end, isLittle);
  }
  return undefined;
}

interface List {
  view: DataView;
  isLittle: boolean;
  list: number;
  count: number;
  tag: number;
}

/** Values of a tag; none if they can't be read. */
function numbersOf({ view, isLittle, list, count, tag }: List): number[] {
  for (let entry = list + 2; entry < list + 2 + 12 * count; entry += 12) {
    if (view.getUint16(entry, isLittle) !== tag) continue;
    const size = sizes[view.getUint16(entry + 2, isLittle)] ?? 0;
    const length = view.getUint32(entry + 4, isLittle);
    const start = size * length > 4 ? view.getUint32(entry + 8, isLittle) : entry + 8;
    if (size < 2 || length > maxStrips || start + size * length > view.byteLength) return [];
    return Array.from({ length }, (_, place) =>
      size === 2 ? view.getUint16(start + 2 * place, isLittle) : view.getUint32(start + 4 * place, isLittle),
    );
  }
  return [];
}
