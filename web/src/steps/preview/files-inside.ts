import { AnnotationType } from "pdfjs-dist";
import { cleanFileName } from "@sheaf/contract/file-name";
import type { OpenPdf } from "./pdf-reader.ts";

/** A file that a PDF carries. */
export interface FileInside {
  id: string;
  /** Safe to save under. */
  name: string;
  /** Its bytes; fails if they can't be unpacked. */
  read: () => Promise<Uint8Array<ArrayBuffer>>;
}

/** Pages whose attached notes are looked for: each has to be read for it. */
const maxPages = 200;

/** All files in a portfolio, an e-invoice and so on, and those pinned to a page. */
export async function findFilesInside({ document, within }: OpenPdf): Promise<FileInside[]> {
  const named = (await document.getAttachments()) ?? new Map<string, { filename: string }>();
  const files = new Map<string, string>();
  for (const [id, { filename }] of named) files.set(id, filename);
  const skipped = new Set(Array.from({ length: document.numPages }, (_, page) => page).slice(maxPages));
  const pinned = await document.getAnnotationsByType(new Set([AnnotationType.FILEATTACHMENT]), skipped);
  for (const pin of pinned as { fileId?: string; file?: { filename: string } }[])
    if (pin.fileId !== undefined && pin.file) files.set(pin.fileId, pin.file.filename);
  return Array.from(files, ([id, filename]) => ({
    id,
    name: cleanFileName(filename),
    read: async () => {
      const content = await within(document.getAttachmentContent(id));
      if (!content) throw new Error("The file inside is damaged.");
      return new Uint8Array(content);
    },
  }));
}
