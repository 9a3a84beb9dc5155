import { useEffect, useEffectEvent, useRef, useState } from "react";
import { formatCount } from "../../lib/format-count.ts";
import { VisuallyHidden } from "../../ui/theme/visually-hidden.tsx";
import { type DrawnPage, drawPdfPage } from "./draw-pdf-page.ts";
import type { Size } from "./file-view.models.ts";
import type { PageBox } from "./page-stack.tsx";
import type { OpenPdf } from "./pdf-reader.ts";
import styles from "./pdf-page.module.css";

interface PdfPageProps {
  pdf: OpenPdf;
  number: number;
  count: number;
  box: PageBox;
  onSize: (size: Size) => void;
}

/** One page, drawn only near the visible area: a hundred drawn pages would not fit in memory. */
export function PdfPage({ pdf, number, count, box, onSize }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isNear, setNear] = useState(false);
  const [drawn, setDrawn] = useState<DrawnPage | "failed">();
  const { width, turn } = box;

  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some((entry) => entry.isIntersecting)),
      { rootMargin: "100% 0%" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const showDrawn = useEffectEvent((page: DrawnPage) => {
    onSize(page.size);
    setDrawn(page);
  });

  useEffect(() => {
    const element = canvas.current;
    if (!isNear || !element || width === 0) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const draw = async () => {
      try {
        const page = await drawPdfPage({ pdf, number, turn, width, canvas: element, signal });
        if (!signal.aborted) showDrawn(page);
      } catch {
        // A file that is lost is read again, or given up as a whole.
        if (!signal.aborted && !pdf.lost.aborted) setDrawn("failed");
      }
    };
    void draw();
    return () => leaving.abort();
  }, [isNear, pdf, number, width, turn]);

  useEffect(() => {
    const element = canvas.current;
    if (!isNear || !element) return undefined;
    return () => {
      element.width = 0;
      element.height = 0;
    };
  }, [isNear]);

  const isDrawn = drawn !== undefined && drawn !== "failed";
  const note = drawn && noteOn(drawn);
  return (
    <section aria-label={`Page ${number} of ${count}`} className={styles["page"]}>
      {drawn === undefined && <p className={styles["drawing"]}>Loading page {number}</p>}
      <canvas ref={canvas} aria-hidden="true" data-drawn={isDrawn ? "" : undefined} />
      {isDrawn && <VisuallyHidden>{drawn.text}</VisuallyHidden>}
      {note && (
        <p role="note" className={styles["note"]}>
          {note}
        </p>
      )}
    </section>
  );
}

function noteOn(drawn: DrawnPage | "failed"): string | undefined {
  if (drawn === "failed") return "This page can’t be shown here. Download the file to see it.";
  const { missing, isBlank } = drawn;
  if (missing === 0)
    return isBlank
      ? "This page looks blank here. If it shouldn’t be, download the file to check."
      : undefined;
  const parts = missing === 1 ? "A part" : formatCount(missing, "part");
  return `${parts} of this page can’t be shown here. Download the file to see everything.`;
}
