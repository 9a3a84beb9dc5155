import { useEffect, useState } from "react";
import { formatCount } from "../../lib/format-count.ts";
import { FilesInsideNote, useFilesInside } from "./files-inside-note.tsx";
import type { FileView, Size } from "./file-view.models.ts";
import { LoadingFile } from "./loading-file.tsx";
import { LockedPdf } from "./locked-pdf.tsx";
import { needsAcrobat } from "./needs-acrobat.ts";
import { Noted } from "./noted.tsx";
import { type Pager, PageStack } from "./page-stack.tsx";
import { PdfPage } from "./pdf-page.tsx";
import type { OpenPdf } from "./pdf-reader.ts";
import type { PreviewAdvice } from "./preview-advice.ts";
import { PreviewProblem } from "./preview-problem.tsx";
import { usePdf } from "./use-pdf.ts";

const problems = {
  broken: "This PDF can’t be read.",
  large: "This PDF is too large to be shown.",
} as const;

interface PdfPagesProps {
  content: Blob;
  name: string;
  /** Loaded ahead and not visible now. */
  isAhead: boolean;
  advice: PreviewAdvice;
  view: FileView;
  onPager?: ((pager: Pager) => void) | undefined;
}

/**
 * Draws a PDF on canvases, which works the same in every browser. The browser's own viewer needs a frame without a
 * sandbox, and there it would take the page's keyboard shortcuts.
 */
export function PdfPages(props: PdfPagesProps) {
  const { content, name, isAhead, advice } = props;
  const [password, setPassword] = useState<string>();
  const opened = usePdf(content, password);
  // Ask for the password again when the user comes back to the file.
  if (isAhead && password !== undefined) setPassword(undefined);
  if (opened.status === "opening") return <LoadingFile name={name} />;
  if (opened.status === "open") return <PdfStack {...props} {...opened} />;
  if (opened.status === "locked") {
    return (
      <LockedPdf
        name={name}
        content={content}
        next={advice.locked}
        isWrong={password !== undefined && opened.tried === password}
        isOpening={opened.tried !== password}
        onPassword={setPassword}
      />
    );
  }
  const { status } = opened;
  return <PreviewProblem what={problems[status]} next={advice[status]} content={content} name={name} />;
}

interface PdfStackProps extends PdfPagesProps {
  pdf: OpenPdf;
  firstPage: Size;
}

function PdfStack({ name, view, onPager, pdf, firstPage }: PdfStackProps) {
  const count = pdf.document.numPages;
  const files = useFilesInside(pdf);
  const isForm = useNeedsAcrobat(pdf);
  // Most documents have pages of one size, so the first page's is a good guess.
  const [known, setKnown] = useState<ReadonlyMap<number, Size>>(new Map());
  return (
    <Noted
      notes={[
        isForm && "This form opens only in Adobe Acrobat. Download it to see what is in it.",
        files.length > 0 && <FilesInsideNote key="inside" files={files} />,
      ]}
    >
      <PageStack
        label={`${name}, ${formatCount(count, "page")}`}
        pages={Array.from({ length: count }, (_, index) => known.get(index) ?? firstPage)}
        view={view}
        usualFit="width"
        onPager={onPager}
        renderPage={(index, box) => (
          <PdfPage
            pdf={pdf}
            number={index + 1}
            count={count}
            box={box}
            onSize={(size) =>
              setKnown((before) => (before.has(index) ? before : new Map([...before, [index, size]])))
            }
          />
        )}
      />
    </Noted>
  );
}

function useNeedsAcrobat({ document }: OpenPdf): boolean {
  const [isForm, setForm] = useState(false);
  useEffect(() => {
    let isLeft = false;
    needsAcrobat(document).then(
      (needs) => !isLeft && setForm(needs),
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [document]);
  return isForm;
}
