import { useEffect, useState } from "react";
import type { Size } from "./file-view.models.ts";
import { type OpenPdf, PdfInterrupted, PdfTooLarge, readPdf } from "./pdf-reader.ts";

export type OpenedPdf =
  | { status: "opening" | "locked" | "broken" | "large" }
  /** `firstPage`: its size, used as an estimate for the others. */
  | { status: "open"; pdf: OpenPdf; firstPage: Size };

export function usePdf(content: Blob): OpenedPdf {
  const [opened, setOpened] = useState<OpenedPdf>({ status: "opening" });
  useEffect(() => {
    const closing = new AbortController();
    const { signal } = closing;
    const open = async (): Promise<void> => {
      try {
        const pdf = await readPdf(content, signal);
        const { width, height } = (await pdf.within(pdf.document.getPage(1))).getViewport({ scale: 1 });
        if (signal.aborted) return;
        setOpened({ status: "open", pdf, firstPage: { width, height } });
        pdf.lost.addEventListener("abort", () => fail(pdf.lost.reason), { signal });
      } catch (error) {
        if (!signal.aborted) fail(error);
      }
    };
    const fail = (error: unknown) => {
      if (error instanceof PdfInterrupted) {
        setOpened({ status: "opening" });
        void open();
      } else setOpened({ status: problemOf(error) });
    };
    void open();
    return () => closing.abort();
  }, [content]);
  return opened;
}

function problemOf(error: unknown): "locked" | "broken" | "large" {
  if (error instanceof PdfTooLarge) return "large";
  return error instanceof Error && error.name === "PasswordException" ? "locked" : "broken";
}
