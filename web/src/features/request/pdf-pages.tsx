import { countWords } from "../../lib/count-words.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { PdfPage } from "./pdf-page.tsx";
import styles from "./pdf-pages.module.css";
import { usePdf } from "./use-pdf.ts";

const problems = {
  locked: {
    what: "This PDF is locked with a password.",
    next: "Return the item and ask for a copy without one.",
  },
  broken: {
    what: "This PDF cannot be read.",
    next: "It may be damaged: download it and try another program, or return it.",
  },
} as const;

/**
 * A PDF page by page on canvas. The same in every browser and never in a frame: a browser's own viewer runs only in a
 * frame without a sandbox, and there it would swallow the keys of the review.
 */
export function PdfPages({ content, name }: { content: Blob; name: string }) {
  const opened = usePdf(content);
  if (opened.status === "opening") return <Skeleton width="min(420px, 70%)" height="70%" radius="6px" />;
  if (opened.status !== "open") return <ErrorState error={problems[opened.status]} />;
  const count = opened.document.numPages;
  return (
    <div
      className={styles["pages"]}
      tabIndex={0}
      role="region"
      aria-label={`${name}, ${countWords(count, "page")}`}
    >
      {Array.from({ length: count }, (_, index) => (
        <PdfPage
          key={index}
          document={opened.document}
          number={index + 1}
          count={count}
          guess={opened.ratio}
        />
      ))}
    </div>
  );
}
