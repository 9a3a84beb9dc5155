import type { Size } from "../file-view.models.ts";
import { maxImagePixels } from "../image-limits.ts";
import type { DecoderAnswer, DecoderQuestion } from "./decoder-messages.ts";

/** A file whose pages are known and not decoded yet. */
export interface OpenedImage {
  pages: Size[];
  /** Pixels of a page, four bytes each. */
  decode: (index: number) => Promise<Uint8ClampedArray<ArrayBuffer>>;
}

/** Each has a place on the screen. */
const maxPages = 200;

/** Answers the questions of `openImage` inside a worker. */
export function serveDecoder(open: (content: ArrayBuffer) => Promise<OpenedImage>): void {
  let opened: Promise<OpenedImage> | undefined;
  const answer = async (question: DecoderQuestion): Promise<DecoderAnswer> => {
    if ("open" in question) {
      opened = question.open.arrayBuffer().then(open);
      const { pages } = await opened;
      if (pages.length === 0) return { failure: "broken" };
      const isLarge = pages.length > maxPages || pages.some(isTooLarge);
      return isLarge ? { failure: "large" } : { pages };
    }
    const image = await opened;
    const page = image?.pages[question.draw];
    if (!image || !page) return { failure: "broken" };
    return { picture: await toPicture(page, await image.decode(question.draw)) };
  };
  addEventListener("message", ({ data }: MessageEvent<DecoderQuestion>) => {
    answer(data).then(postMessage, () => postMessage({ failure: "broken" } satisfies DecoderAnswer));
  });
}

function isTooLarge({ width, height }: Size): boolean {
  return !(width > 0 && height > 0 && width * height <= maxImagePixels);
}

/** In a format that every browser shows, on white where it is transparent. */
async function toPicture({ width, height }: Size, pixels: Uint8ClampedArray<ArrayBuffer>): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser draws nothing in a worker.");
  context.putImageData(new ImageData(pixels, width, height), 0, 0);
  context.globalCompositeOperation = "destination-over";
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  return canvas.convertToBlob({ type: "image/jpeg", quality: 0.92 });
}
