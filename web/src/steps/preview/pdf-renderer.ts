import { GlobalWorkerOptions } from "pdfjs-dist";
import { startOwnWorker } from "../../lib/own-worker.ts";

const workerUrl = new URL("pdfjs-dist/build/pdf.renderer.min.mjs", import.meta.url).href;

/** Kept for the next documents, because starting one takes longer than drawing a small picture. */
const maxIdle = 2;
const idle: Worker[] = [];

export interface PdfRenderer {
  /** Keeps it for another document. Only once this one is closed. */
  giveBack: () => void;
  /** For one that may be stuck. */
  end: () => void;
}

/**
 * A worker that draws the pages of one document, so that the page itself stays free. The next document that is opened takes it;
 * where a browser can't draw in workers, pdf.js draws in the page.
 */
export function offerPdfRenderer(): PdfRenderer {
  const worker = idle.pop() ?? startOwnWorker(workerUrl, "pdf-renderer");
  GlobalWorkerOptions.rendererPorts = [worker];
  return {
    giveBack: () => {
      if (idle.length < maxIdle) idle.push(worker);
      else worker.terminate();
    },
    end: () => worker.terminate(),
  };
}

export function endIdleRenderers(): void {
  for (const worker of idle.splice(0)) worker.terminate();
}
