import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useRef, useState } from "react";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { drawPdfPage } from "./draw-pdf-page.ts";
import styles from "./pdf-pages.module.css";

interface PdfPageProps {
  document: PDFDocumentProxy;
  number: number;
  count: number;
  /** Height over width until the page itself says. */
  guess: number;
}

/** One page, drawn when it comes near the window and let go when it is far away: a hundred pages fit no memory. */
export function PdfPage({ document, number, count, guess }: PdfPageProps) {
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
        // Gone before it was drawn, or damaged: a page that cannot be drawn stays blank, the others are worth seeing.
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
      <canvas ref={canvas} aria-hidden="true" style={{ aspectRatio: String(1 / (drawn?.ratio ?? guess)) }} />
      {drawn && <VisuallyHidden>{drawn.text}</VisuallyHidden>}
    </section>
  );
}
