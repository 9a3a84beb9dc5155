import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useState } from "react";
import type { Size } from "./file-view.models.ts";
import { PdfTooLarge, readPdf } from "./pdf-reader.ts";

export type OpenedPdf =
  | { status: "opening" | "locked" | "broken" | "large" }
  /** `firstPage`: its size, used as an estimate for the others. */
  | { status: "open"; document: PDFDocumentProxy; firstPage: Size };

export function usePdf(content: Blob): OpenedPdf {
  const [opened, setOpened] = useState<OpenedPdf>({ status: "opening" });
  useEffect(() => {
    const closing = new AbortController();
    const open = async (): Promise<OpenedPdf> => {
      try {
        const document = await readPdf(content, closing.signal);
        const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 });
        return { status: "open", document, firstPage: { width, height } };
      } catch (error) {
        if (error instanceof PdfTooLarge) return { status: "large" };
        return { status: error instanceof Error && error.name === "PasswordException" ? "locked" : "broken" };
      }
    };
    const show = async () => {
      const result = await open();
      if (!closing.signal.aborted) setOpened(result);
    };
    void show();
    return () => closing.abort();
  }, [content]);
  return opened;
}
