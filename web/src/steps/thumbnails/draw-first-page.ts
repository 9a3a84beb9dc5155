import { isUniform } from "../preview/is-uniform.ts";
import { countMissingParts } from "../preview/missing-parts.ts";
import { type OpenPdf, PdfInterrupted, PdfTooLarge, readPdf } from "../preview/pdf-reader.ts";
import { thumbnailSize } from "./thumbnail-size.ts";
import { untilAtRest } from "./until-at-rest.ts";

/**
 * The top of a PDF's first page at full width; null for a very large one, and if an image or a font is missing or nothing is
 * drawn. In a separate module, because pdf.js is large.
 */
export async function drawFirstPage(content: Blob, signal: AbortSignal): Promise<Blob | null> {
  const done = new AbortController();
  try {
    const pdf = await readPdf(content, AbortSignal.any([signal, done.signal]), {
      usesFonts: false,
      isTolerant: true,
    });
    return await draw(pdf, signal);
  } catch (error) {
    if (error instanceof PdfInterrupted) return await drawFirstPage(content, signal);
    if (error instanceof PdfTooLarge) return null;
    throw error;
  } finally {
    done.abort();
  }
}

async function draw({ document, within }: OpenPdf, signal: AbortSignal): Promise<Blob | null> {
  const page = await within(document.getPage(1));
  signal.throwIfAborted();
  const size = thumbnailSize();
  const scale = size.width / page.getViewport({ scale: 1 }).width;
  const canvas = globalThis.document.createElement("canvas");
  Object.assign(canvas, size);
  const task = page.render({ canvas, viewport: page.getViewport({ scale }) });
  // Each part of the drawing takes a frame.
  task.onContinue = (draw: () => void) => void untilAtRest().then(draw);
  const cancel = () => task.cancel();
  signal.addEventListener("abort", cancel);
  try {
    await within(task.promise);
  } catch (error) {
    task.cancel();
    throw error;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
  const missing = await within(countMissingParts(page));
  if (missing > 0 || isUniform(canvas)) return null;
  return new Promise((resolve) => {
    canvas.toBlob(resolve, "image/webp", 0.8);
  });
}
