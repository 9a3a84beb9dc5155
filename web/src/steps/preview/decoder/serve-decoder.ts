import type { Size } from "../file-view.models.ts";
import { maxImagePixels } from "../image-limits.ts";
import type { DecoderAnswer, DecoderQuestion } from "./decoder-messages.ts";
import type { Placing } from "./placing.ts";

/** With its size as it is shown. */
interface OpenedPage extends Size {
  /** Of one whose pixels aren't shown just as they are stored. */
  placing?: Placing;
}

/** A file whose pages are known and not decoded yet. */
export interface OpenedImage {
  pages: OpenedPage[];
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
      return isLarge
        ? { failure: "large" }
        : { pages: pages.map(({ width, height }) => ({ width, height })) };
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
async function toPicture(page: OpenedPage, pixels: Uint8ClampedArray<ArrayBuffer>): Promise<Blob> {
  const { width, height } = page.placing?.stored ?? page;
  const stored = contextOf(width, height);
  stored.putImageData(new ImageData(pixels, width, height), 0, 0);
  const context = page.placing ? placed(stored.canvas, page.placing) : stored;
  const { canvas } = context;
  context.globalCompositeOperation = "destination-over";
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: "image/jpeg", quality: 0.92 });
}

function placed(
  stored: OffscreenCanvas,
  { drawn, shown, matrix }: Placing,
): OffscreenCanvasRenderingContext2D {
  const context = contextOf(shown.width, shown.height);
  context.setTransform(...matrix);
  context.imageSmoothingQuality = "high";
  context.drawImage(stored, 0, 0, drawn.width, drawn.height);
  context.resetTransform();
  // Its pixels are no longer needed.
  stored.width = 0;
  return context;
}

function contextOf(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(width, height).getContext("2d");
  if (!context) throw new Error("This browser draws nothing in a worker.");
  return context;
}
