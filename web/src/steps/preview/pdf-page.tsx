import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useRef, useState } from "react";
import { VisuallyHidden } from "../../ui/theme/visually-hidden.tsx";
import { drawPdfPage } from "./draw-pdf-page.ts";
import styles from "./pdf-pages.module.css";

interface PdfPageProps {
  document: PDFDocumentProxy;
  number: number;
  count: number;
  /** Height over width, used until the page has been drawn. */
  estimatedRatio: number;
}

/** One page, drawn only near the visible area: a hundred drawn pages would not fit in memory. */
export function PdfPage({ document, number, count, estimatedRatio }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isNear, setNear] = useState(false);
  const [drawn, setDrawn] = useState<{ ratio: number; text: string }>();

  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some((entry) => entry.isIntersecting)),
      {
        rootMargin: "100% 0%",
      },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const element = canvas.current;
    if (!isNear || !element) return undefined;
    const leaving = new AbortController();
    const draw = async () => {
      try {
        const result = await drawPdfPage({ document, number, canvas: element, signal: leaving.signal });
        if (!leaving.signal.aborted) setDrawn(result);
      } catch {
        // Scrolled away, or damaged: this page stays blank and the others are still shown.
      }
    };
    void draw();
    return () => {
      leaving.abort();
      element.width = 0;
      element.height = 0;
    };
  }, [isNear, document, number]);

  return (
    <section aria-label={`Page ${number} of ${count}`} className={styles["page"]}>
      {!drawn && <p className={styles["drawing"]}>Loading page {number}</p>}
      <canvas
        ref={canvas}
        aria-hidden="true"
        style={{ aspectRatio: String(1 / (drawn?.ratio ?? estimatedRatio)) }}
      />
      {drawn && <VisuallyHidden>{drawn.text}</VisuallyHidden>}
    </section>
  );
}
