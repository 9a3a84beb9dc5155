import { ChevronLeft, ChevronRight, Download, FolderMinus, FolderPlus, Undo2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "../../../ui/forms/button.tsx";
import { Kbd } from "../../../ui/layout/kbd.tsx";
import { KeyList } from "../../../ui/layout/keys.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import { ReturnForm } from "./return-form.tsx";
import styles from "./review-dialog.module.css";
import { reviewKeys } from "./review-keys.ts";
import { filesToDecide, unopenedText } from "./review-queue.models.ts";
import { decisionText } from "./use-decision.ts";
import { type ReviewActionsOptions, useReviewActions } from "./use-review-actions.ts";

interface ReviewFooterProps extends ReviewActionsOptions {
  /** At least one item still waits for review. */
  hasMore: boolean;
  onClose: () => void;
}

/** Decisions on the shown item, and navigation between files. */
export function ReviewFooter({ hasMore, onClose, ...options }: ReviewFooterProps) {
  const { entry, isOpen, decisions, last, previous, next, unopened } = options;
  const { item, file } = entry;
  const count = filesToDecide(item).length;
  const footer = useRef<HTMLDivElement>(null);
  const finish = useRef<HTMLButtonElement>(null);
  const review = useReviewActions(options, footer);
  const { failure, panel, waits } = review;
  const isFinished = !waits && last !== null && !hasMore && panel !== "return";

  useEffect(() => {
    if (isFinished) finish.current?.focus();
  }, [isFinished]);
  // The element with focus goes away with its form or button; without this the keyboard would act on the page behind.
  useEffect(() => {
    const dialog = footer.current?.closest("dialog");
    if (dialog && !dialog.contains(document.activeElement)) {
      dialog.querySelector<HTMLElement>("[data-review-stage]")?.focus({ preventScroll: true });
    }
  });

  return (
    <div ref={footer} className={styles["footer"]}>
      {failure && (
        <Notice tone="waiting" announce>
          {failure.what} {failure.next}
        </Notice>
      )}
      {panel === "unopened" && (
        <Notice tone="waiting" announce>
          {unopenedText(unopened)} Accept again to accept all {count} files.
        </Notice>
      )}
      {last && (
        <p className={styles["last"]} role="status">
          {decisionText(last)}. {!hasMore && "Nothing left to review."}
          <Button size="small" variant="quiet" icon={<Undo2 />} onClick={review.undo}>
            Undo <Kbd>U</Kbd>
          </Button>
        </p>
      )}
      {panel === "keys" && <KeyList keys={reviewKeys} />}
      {panel === "return" && waits ? (
        <ReturnForm
          itemTitle={item.title}
          busy={decisions.isBusyWith(item.id)}
          onCancel={review.closePanel}
          onReturn={(reason) => void review.returnWith(reason)}
        />
      ) : (
        <div className={styles["buttons"]}>
          <Button
            size="small"
            icon={<ChevronLeft />}
            aria-label="Previous"
            title="Previous (K)"
            disabled={!previous}
            onClick={review.showPrevious}
          />
          <Button
            size="small"
            icon={<ChevronRight />}
            aria-label="Next"
            title="Next (J)"
            disabled={!next}
            onClick={review.showNext}
          />
          {file && (
            <Button
              size="small"
              variant="quiet"
              icon={<Download />}
              aria-label={`Download ${file.name}`}
              title="Download (D)"
              onClick={() => void review.download()}
            >
              <span className={styles["wide"]}>Download</span>
            </Button>
          )}
          {file && isOpen && (
            <Button
              size="small"
              variant="quiet"
              icon={file.isSetAside ? <FolderPlus /> : <FolderMinus />}
              aria-label={`${file.isSetAside ? "Put back" : "Set aside"} ${file.name}`}
              title={`${file.isSetAside ? "Put back" : "Set aside"} (S)`}
              busy={review.isSettingAside}
              onClick={() => void review.toggleAside()}
            >
              {file.isSetAside ? "Put back" : "Set aside"}
            </Button>
          )}
          {isFinished && (
            <span className={styles["decide"]}>
              <Button ref={finish} variant="primary" onClick={onClose}>
                Finish review
              </Button>
            </span>
          )}
          {waits && (
            <span className={styles["decide"]}>
              <Button onClick={review.startReturn}>
                Return <Kbd>R</Kbd>
              </Button>
              <Button variant="primary" busy={decisions.isBusyWith(item.id)} onClick={review.accept}>
                {count > 1 ? `Accept all ${count}` : "Accept"} <Kbd onAccent>A</Kbd>
              </Button>
            </span>
          )}
        </div>
      )}
    </div>
  );
}
