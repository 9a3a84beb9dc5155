import { getDocument, type PDFDocumentProxy, VerbosityLevel, version } from "pdfjs-dist";
import { maxImagePixels } from "./image-limits.ts";
import { holdsLargeImage } from "./large-pdf-image.ts";
import { countDocument } from "./open-documents.ts";
import { offerPdfRenderer } from "./pdf-renderer.ts";
import { sharedPdfWorker, startPdfWorker } from "./pdf-worker.ts";
import { withinVisibleTime } from "./visible-time.ts";

/** A small file can have very many pages, and each has a place on the screen. */
const maxPages = 2000;

/** Work on a file that takes longer is stopped, with all its memory. Milliseconds. */
const timeoutMs = 30_000;

/** More pages, pixels or work than a page should take on. */
export class PdfTooLarge extends Error {}

/** Ended with its worker, because of this file or another one in it. It can be read again. */
export class PdfInterrupted extends Error {}

export interface OpenPdf {
  document: PDFDocumentProxy;
  /** Waits for work on the document, until that takes too long. */
  within: <Result>(work: Promise<Result>) => Promise<Result>;
  /** Aborts with `PdfTooLarge` or `PdfInterrupted` once the document can't be worked on any more. */
  lost: AbortSignal;
  /** True if the content of a page, counted from 1, turned out to be wrong while the page was drawn. */
  isCut: (page: number) => boolean;
  /** The same file, read so that only the faulty parts of a page are left out. Read once, at the first call. */
  tolerant: () => Promise<OpenPdf>;
}

interface PdfReading {
  /** False draws outlines of letters instead, because each font that is added lays out the whole page again. */
  usesFonts?: boolean;
  /** Of a file that asks for one. It goes to the worker that reads the file, and nowhere else. */
  password?: string | undefined;
  /** True draws the rest of a page whose content is wrong somewhere; false stops there. */
  isTolerant?: boolean;
}

/** Decoders, character maps and fonts, which pdf.js loads for the files that need them; `pdfResources` in Vite's plugins puts it there. */
const resources = new URL(`/assets/pdfjs-${version}/`, location.href).href;

/** Files that took too long beside others. Each is read again in a separate worker, which shows if it is the cause. */
const suspects = new WeakSet<Blob>();

/**
 * Opens a PDF without scripts, XFA forms, requests to other sites or WebAssembly, which the content security policy
 * forbids. Fails with `PasswordException`, `PdfTooLarge` or `PdfInterrupted`.
 */
export async function readPdf(
  content: Blob,
  signal: AbortSignal,
  { usesFonts = true, isTolerant = false, password }: PdfReading = {},
): Promise<OpenPdf> {
  // pdf.js silently leaves out images of this size.
  if (await holdsLargeImage(content)) throw new PdfTooLarge();
  const data = await content.arrayBuffer();
  signal.throwIfAborted();
  const closeCounted = countDocument();
  const isAlone = suspects.has(content);
  const { worker, waiting, ended, isCut, end } = isAlone ? startPdfWorker() : sharedPdfWorker();
  const losing = new AbortController();
  const closed = new AbortController();
  ended.addEventListener("abort", () => losing.abort(new PdfInterrupted()), { signal: closed.signal });
  const onTimeout = () => {
    if (waiting.size === 1) losing.abort(new PdfTooLarge());
    else suspects.add(content);
    end();
  };
  const within = async <Result>(work: Promise<Result>) => {
    waiting.add(losing);
    try {
      return await withinVisibleTime(work, { timeoutMs, until: losing.signal, onTimeout });
    } finally {
      waiting.delete(losing);
    }
  };
  const renderer = offerPdfRenderer();
  const task = getDocument({
    data,
    ...(password !== undefined && { password }),
    worker,
    maxImageSize: maxImagePixels,
    enableXfa: false,
    disableFontFace: !usesFonts,
    stopAtErrors: !isTolerant,
    wasmUrl: `${resources}wasm/`,
    cMapUrl: `${resources}cmaps/`,
    // Without it, letters of these fonts are the browser's own, which needs no outlines.
    ...(usesFonts && { standardFontDataUrl: `${resources}standard_fonts/` }),
    useWasm: false,
    useWorkerFetch: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  const close = async () => {
    // The workers may be stuck in the file that is closed.
    await within(task.destroy()).then(renderer.giveBack, renderer.end);
    closed.abort();
    if (isAlone) end();
    closeCounted();
  };
  signal.addEventListener("abort", () => void close());
  const document = await within(task.promise);
  if (document.numPages > maxPages) throw new PdfTooLarge();
  let tolerant: Promise<OpenPdf> | undefined;
  return {
    document,
    within,
    lost: losing.signal,
    isCut: (page) => isCut(task.docId, page),
    tolerant: () => (tolerant ??= readPdf(content, signal, { usesFonts, isTolerant: true, password })),
  };
}
