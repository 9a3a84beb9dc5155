import type { Doubt } from "../../data/uploads/upload.models.ts";
import { needsAcrobat } from "../preview/needs-acrobat.ts";
import { PdfInterrupted, PdfTooLarge, readPdf } from "../preview/pdf-reader.ts";

/** Doubts that arise from opening a PDF. In a separate module, because pdf.js is large. */
export async function openingDoubt(content: Blob, signal: AbortSignal): Promise<Doubt | undefined> {
  const done = new AbortController();
  try {
    const { document } = await readPdf(content, AbortSignal.any([signal, done.signal]));
    if (document.numPages === 0) return { kind: "no_pages" };
    return (await needsAcrobat(document)) ? { kind: "acrobat" } : undefined;
  } catch (error) {
    if (signal.aborted || error instanceof PdfTooLarge || error instanceof PdfInterrupted) return undefined;
    return isAskingForPassword(error) ? { kind: "locked", format: "PDF" } : { kind: "damaged" };
  } finally {
    done.abort();
  }
}

function isAskingForPassword(error: unknown): boolean {
  return error instanceof Error && error.name === "PasswordException";
}
