import type { PDFDocumentProxy } from "pdfjs-dist";

interface PageToDraw {
  document: PDFDocumentProxy;
  /** From 1. */
  number: number;
  canvas: HTMLCanvasElement;
  signal: AbortSignal;
}

/** Sharper than this only costs memory: a page of A4 at it is 12 megapixels. */
const sharpest = 2;

/** Draws a page as wide as its canvas is shown. Answers its height over its width, and its words for those who hear it. */
export async function drawPdfPage({ document, number, canvas, signal }: PageToDraw) {
  const page = await document.getPage(number);
  signal.throwIfAborted();
  const natural = page.getViewport({ scale: 1 });
  const density = Math.min(devicePixelRatio, sharpest);
  const viewport = page.getViewport({ scale: (canvas.clientWidth * density) / natural.width });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  const task = page.render({ canvas, viewport });
  signal.addEventListener("abort", () => task.cancel());
  await task.promise;
  const { items } = await page.getTextContent();
  const text = items.map((item) => ("str" in item ? item.str : "")).join(" ");
  return { ratio: natural.height / natural.width, text };
}
