import { boxesGap } from "./boxes-gap.ts";
import { gifGap } from "./gif-gap.ts";
import { jpegGap } from "./jpeg-gap.ts";
import type { PictureGap } from "./picture-gap.ts";
import { pngEnd, pngGap, startsLikePng, withPngEnd } from "./png-gap.ts";
import { ascii } from "./read-bytes.ts";
import { tiffGap } from "./tiff-gap.ts";
import { webpGap } from "./webp-gap.ts";

const jpegEnd = new Uint8Array([0xff, 0xd9]);

/** Rescued files and interrupted downloads are often as long as they should be, but zero from where they stop. Bytes. */
const minPadding = 512;

/**
 * Finds the part of a picture that is missing because its file ends too early. The structure of the file tells, because browsers don't: they show what
 * there is without an error, and reject a picture that lacks nothing but the mark of its end.
 */
export async function findGap(content: Blob): Promise<PictureGap | undefined> {
  return (await endsAsUsual(content)) ? undefined : gapOf(await bytesOf(content));
}

/** Most pictures end with their end mark, which spares reading all of them. */
async function endsAsUsual(content: Blob): Promise<boolean> {
  const start = await bytesOf(content.slice(0, 8));
  const end = await bytesOf(content.slice(Math.max(0, content.size - pngEnd.length)));
  const isLast = (mark: Uint8Array) =>
    mark.every((byte, place) => byte === end[end.length - mark.length + place]);
  return isJpeg(start) ? isLast(jpegEnd) : startsLikePng(start) && isLast(pngEnd);
}

/** The same picture with the mark of its end, if it lacks only that. */
export async function withEndMark(content: Blob): Promise<Blob | undefined> {
  const bytes = await bytesOf(content);
  if (gapOf(bytes) !== undefined) return undefined;
  if (isJpeg(bytes)) return new Blob([bytes, jpegEnd], { type: content.type });
  if (isGif(bytes)) return new Blob([bytes, ";"], { type: content.type });
  return startsLikePng(bytes) ? new Blob(withPngEnd(bytes), { type: content.type }) : undefined;
}

function gapOf(all: Uint8Array): PictureGap | undefined {
  // A page that isn't compressed may end in any number of zeros.
  if (/^(II\*\0|MM\0\*)$/.test(ascii(all, 0, 4))) return tiffGap(all);
  const bytes = withoutPadding(all);
  if (isJpeg(bytes)) return jpegGap(bytes);
  if (isGif(bytes)) return gifGap(bytes);
  if (startsLikePng(bytes)) return pngGap(bytes);
  if (ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 4) === "WEBP") return webpGap(bytes);
  return ascii(bytes, 4, 4) === "ftyp" ? boxesGap(bytes) : undefined;
}

const isJpeg = (bytes: Uint8Array) => bytes[0] === 0xff && bytes[1] === 0xd8;
const isGif = (bytes: Uint8Array) => /^GIF8[79]a$/.test(ascii(bytes, 0, 6));

async function bytesOf(content: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await content.arrayBuffer());
}

function withoutPadding(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return bytes.length - end < minPadding ? bytes : bytes.subarray(0, end);
}
