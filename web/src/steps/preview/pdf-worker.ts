import { PDFWorker } from "pdfjs-dist";
import { type IsCut, watchCutPages } from "./cut-pages.ts";
import { startOwnWorker } from "../../lib/own-worker.ts";

const workerUrl = new URL("pdfjs-dist/build/pdf.worker.min.mjs", import.meta.url).href;

export interface OwnPdfWorker {
  worker: PDFWorker;
  /** Documents that wait for it. */
  waiting: Set<object>;
  ended: AbortSignal;
  isCut: IsCut;
  end: () => void;
}

let shared: OwnPdfWorker | undefined;

/**
 * Of all documents. Each is given it, because otherwise the first one that is closed would end it for those being opened.
 */
export function sharedPdfWorker(): OwnPdfWorker {
  if (!shared || shared.ended.aborted) shared = startPdfWorker();
  return shared;
}

/** Only while no document is open. */
export function endSharedPdfWorker(): void {
  shared?.end();
}

export function startPdfWorker(): OwnPdfWorker {
  const port = startOwnWorker(workerUrl, "pdf");
  const isCut = watchCutPages(port);
  const worker = PDFWorker.create({ port });
  const ending = new AbortController();
  return {
    worker,
    waiting: new Set(),
    ended: ending.signal,
    isCut,
    end: () => {
      port.terminate();
      worker.destroy();
      ending.abort();
    },
  };
}
