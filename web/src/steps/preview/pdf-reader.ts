import { getDocument, type PDFDocumentProxy, PDFWorker, VerbosityLevel } from "pdfjs-dist";
import { startOwnWorker } from "../../lib/own-worker.ts";
import { maxImagePixels } from "./image-limits.ts";
import { holdsLargeImage } from "./large-pdf-image.ts";

const workerUrl = new URL("pdfjs-dist/build/pdf.worker.min.mjs", import.meta.url).href;

/** Of all documents. Each is given it, because otherwise the first one that is closed would end it for those being opened. */
let worker: PDFWorker | undefined;

/** A small file can have very many pages, and each has a place on the screen. */
const maxPages = 2000;

/** More pages or pixels than a page's memory should hold. */
export class PdfTooLarge extends Error {}

/**
 * Opens a PDF without scripts, XFA forms, network access or WebAssembly, which the content security policy forbids. Fails
 * with `PasswordException` or `PdfTooLarge`.
 *
 * @param usesFonts false draws outlines of letters instead, because each font that is added lays out the whole page again.
 */
export async function readPdf(
  content: Blob,
  signal: AbortSignal,
  { usesFonts = true }: { usesFonts?: boolean } = {},
): Promise<PDFDocumentProxy> {
  worker ??= PDFWorker.create({ port: startOwnWorker(workerUrl, "pdf") });
  // pdf.js leaves such an image out without a word.
  if (await holdsLargeImage(content)) throw new PdfTooLarge();
  const data = await content.arrayBuffer();
  signal.throwIfAborted();
  const task = getDocument({
    data,
    worker,
    maxImageSize: maxImagePixels,
    enableXfa: false,
    disableFontFace: !usesFonts,
    useWasm: false,
    useWorkerFetch: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  signal.addEventListener("abort", () => void task.destroy());
  const document = await task.promise;
  if (document.numPages > maxPages) throw new PdfTooLarge();
  return document;
}
