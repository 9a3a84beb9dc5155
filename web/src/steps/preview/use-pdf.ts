import { useEffect, useState } from "react";
import type { Size } from "./file-view.models.ts";
import { type OpenPdf, PdfInterrupted, PdfTooLarge, readPdf } from "./pdf-reader.ts";

export type OpenedPdf =
  | { status: "opening" | "broken" | "large" }
  /** `tried`: the password that didn't open it. */
  | { status: "locked"; tried: string | undefined }
  /** `firstPage`: its size, used as an estimate for the others. */
  | { status: "open"; pdf: OpenPdf; firstPage: Size };

/** Reads a file, again with each other password. */
export function usePdf(content: Blob, password: string | undefined): OpenedPdf {
  const [opened, setOpened] = useState<OpenedPdf>({ status: "opening" });
  useEffect(() => {
    const closing = new AbortController();
    const { signal } = closing;
    const open = async (): Promise<void> => {
      try {
        const pdf = await readPdf(content, signal, { password });
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
      } else if (error instanceof PdfTooLarge) setOpened({ status: "large" });
      else if (error instanceof Error && error.name === "PasswordException")
        setOpened({ status: "locked", tried: password });
      else setOpened({ status: "broken" });
    };
    void open();
    return () => closing.abort();
  }, [content, password]);
  return opened;
}
