import { useEffect, useEffectEvent, useRef, useState } from "react";
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
  const [text, setText] = useState<string>();
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

  const showDrawn = useEffectEvent((drawn: DrawnPage) => {
    onSize(drawn.size);
    setText(drawn.text);
  });

  useEffect(() => {
    const element = canvas.current;
    if (!isNear || !element || width === 0) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const draw = async () => {
      try {
        const drawn = await drawPdfPage({ pdf, number, turn, width, canvas: element, signal });
        if (!signal.aborted) showDrawn(drawn);
      } catch {
        // Scrolled away, or damaged: this page stays blank and the others are still shown.
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

  return (
    <section aria-label={`Page ${number} of ${count}`} className={styles["page"]}>
      {text === undefined && <p className={styles["drawing"]}>Loading page {number}</p>}
      <canvas ref={canvas} aria-hidden="true" data-drawn={text === undefined ? undefined : ""} />
      {text !== undefined && <VisuallyHidden>{text}</VisuallyHidden>}
    </section>
  );
}
