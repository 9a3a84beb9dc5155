import { decode, decodeImage, type IFD } from "utif2";
import { maxImagePixels } from "../image-limits.ts";
import { placingOf } from "./placing.ts";
import { serveDecoder } from "./serve-decoder.ts";
import { isDecodable, pixelsOf, tag } from "./tiff-pixels.ts";

/** Bytes of a page's samples: four channels of 16 bits for each of the largest image's pixels. */
const maxSampleBytes = maxImagePixels * 8;

serveDecoder((content) => {
  // The bit says that it is a smaller copy of another page.
  const directories = decode(content).filter((page) => hasSize(page) && (tag(page, 254) & 1) === 0);
  if (directories.some((page) => sampleBytes(page) > maxSampleBytes)) {
    return Promise.resolve({
      pages: [{ width: Infinity, height: Infinity }],
      decode: () => Promise.reject(new Error("Too large.")),
    });
  }
  return Promise.resolve({
    pages: directories.map((page) => {
      const placing = placingOf({
        stored: { width: widthOf(page), height: heightOf(page) },
        orientation: tag(page, 274),
        across: tag(page, 282),
        down: tag(page, 283),
      });
      return { ...placing.shown, placing };
    }),
    decode: (index) => {
      const page = directories[index];
      if (!page || !isDecodable(page))
        return Promise.reject(new Error("There is no such page, or it can't be read."));
      decodeImage(content, page);
      const pixels = pixelsOf(page);
      page.data = new Uint8Array();
      return Promise.resolve(pixels);
    },
  });
});

const widthOf = (page: IFD) => tag(page, 256);
const heightOf = (page: IFD) => tag(page, 257);
const hasSize = (page: IFD) => widthOf(page) > 0 && heightOf(page) > 0;

/** Of the page, or of one of its tiles if that is larger. */
function sampleBytes(page: IFD): number {
  const bits = page["t258"];
  const depths = Array.isArray(bits) ? bits.map(Number) : [];
  const pixels = Math.max(widthOf(page) * heightOf(page), tag(page, 322) * tag(page, 323));
  return (pixels * Math.max(tag(page, 277), 1) * Math.max(1, ...depths)) / 8;
}
