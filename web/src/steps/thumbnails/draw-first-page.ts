import { readPdf } from "../preview/pdf-reader.ts";
import { thumbnailSize } from "./thumbnail-size.ts";

/** The top of a PDF's first page at full width. In a module of its own, because pdf.js is large. */
export async function drawFirstPage(content: Blob, signal: AbortSignal): Promise<Blob | null> {
  const done = new AbortController();
  try {
    const document = await readPdf(content, AbortSignal.any([signal, done.signal]), { usesFonts: false });
    const page = await document.getPage(1);
    const scale = thumbnailSize.width / page.getViewport({ scale: 1 }).width;
    const canvas = globalThis.document.createElement("canvas");
    Object.assign(canvas, thumbnailSize);
    const task = page.render({ canvas, viewport: page.getViewport({ scale }) });
    signal.addEventListener("abort", () => task.cancel(), { signal: done.signal });
    await task.promise;
    return await new Promise((resolve) => {
      canvas.toBlob(resolve, "image/webp", 0.8);
    });
  } finally {
    done.abort();
  }
}
