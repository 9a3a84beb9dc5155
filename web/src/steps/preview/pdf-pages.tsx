import { type UIEvent, useState } from "react";
import { formatCount } from "../../lib/format-count.ts";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { LoadingFile } from "./loading-file.tsx";
import { PdfPage } from "./pdf-page.tsx";
import styles from "./pdf-pages.module.css";
import type { PreviewAdvice } from "./preview-advice.ts";
import { usePdf } from "./use-pdf.ts";

const problems = { locked: "This PDF is password-protected.", broken: "This PDF can’t be read." } as const;

interface PdfPagesProps {
  content: Blob;
  name: string;
  advice: PreviewAdvice;
}

/**
 * Draws a PDF on canvases, which works the same in every browser. The browser's own viewer needs a frame without a
 * sandbox, and there it would take the page's keyboard shortcuts.
 */
export function PdfPages({ content, name, advice }: PdfPagesProps) {
  const opened = usePdf(content);
  const [current, setCurrent] = useState(1);
  if (opened.status === "opening") return <LoadingFile name={name} />;
  if (opened.status !== "open") {
    return <ErrorState error={{ what: problems[opened.status], next: advice[opened.status] }} />;
  }
  const count = opened.document.numPages;
  return (
    <>
      <div
        className={styles["pages"]}
        tabIndex={0}
        role="region"
        aria-label={`${name}, ${formatCount(count, "page")}`}
        data-scrolls=""
        onScroll={(event) => setCurrent(pageInView(event))}
      >
        {Array.from({ length: count }, (_, index) => (
          <PdfPage
            key={index}
            document={opened.document}
            number={index + 1}
            count={count}
            estimatedRatio={opened.ratio}
          />
        ))}
      </div>
      {/* Screen readers have the page numbers on the pages themselves. */}
      <p className={styles["counter"]} aria-hidden="true">
        Page {current} of {count}
      </p>
    </>
  );
}

/** Number of the page in the middle of the window. */
function pageInView({ currentTarget }: UIEvent<HTMLElement>): number {
  const middle = currentTarget.getBoundingClientRect().top + currentTarget.clientHeight / 2;
  const pages = Array.from(currentTarget.children);
  return Math.max(pages.findLastIndex((page) => page.getBoundingClientRect().top <= middle) + 1, 1);
}
