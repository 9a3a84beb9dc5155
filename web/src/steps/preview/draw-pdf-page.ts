import type { PDFDocumentProxy } from "pdfjs-dist";

interface PageToDraw {
  document: PDFDocumentProxy;
  /** From 1. */
  number: number;
  canvas: HTMLCanvasElement;
  signal: AbortSignal;
}

/** Device pixel ratios above this only cost memory: an A4 page is already 12 megapixels. */
const maxDensity = 2;

/** Draws a page at its canvas's width. Returns height over width, and the text for screen readers. */
export async function drawPdfPage({ document, number, canvas, signal }: PageToDraw) {
  const page = await document.getPage(number);
  signal.throwIfAborted();
  const natural = page.getViewport({ scale: 1 });
  const density = Math.min(devicePixelRatio, maxDensity);
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
