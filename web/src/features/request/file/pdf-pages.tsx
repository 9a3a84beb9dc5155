import { type UIEvent, useState } from "react";
import { formatCount } from "../../../lib/format-count.ts";
import { ErrorState } from "../../../ui/status/error-state.tsx";
import { LoadingFile } from "./loading-file.tsx";
import { PdfPage } from "./pdf-page.tsx";
import styles from "./pdf-pages.module.css";
import { usePdf } from "./use-pdf.ts";

const problems = {
  locked: {
    what: "This PDF is password-protected.",
    next: "Return the item and ask for a copy without a password.",
  },
  broken: {
    what: "This PDF can’t be read.",
    next: "It may be damaged. Download it and open it in another app, or return it.",
  },
} as const;

/**
 * Draws a PDF on canvases, which works the same in every browser. The browser's own viewer needs a frame without a
 * sandbox, and there it would take the review's keyboard shortcuts.
 */
export function PdfPages({ content, name }: { content: Blob; name: string }) {
  const opened = usePdf(content);
  const [current, setCurrent] = useState(1);
  if (opened.status === "opening") return <LoadingFile name={name} />;
  if (opened.status !== "open") return <ErrorState error={problems[opened.status]} />;
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
