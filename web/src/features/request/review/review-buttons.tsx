import { ChevronLeft, ChevronRight, Download, FileCheck, FileX, FolderMinus, FolderPlus } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "../../../ui/forms/button.tsx";
import { Kbd } from "../../../ui/layout/kbd.tsx";
import { RemoveAddedFile } from "./remove-added-file.tsx";
import styles from "./review-dialog.module.css";
import type { ReviewActions, ReviewActionsOptions } from "./use-review-actions.ts";
import { filesToDecide, returnMarkedText } from "./verdicts.models.ts";

interface ReviewButtonsProps extends ReviewActionsOptions {
  review: ReviewActions;
  /** Set once nothing is left to review. */
  onFinish: (() => void) | undefined;
}

/** Navigation, actions on the shown file, and the decisions on its item. */
export function ReviewButtons({ review, onFinish, ...options }: ReviewButtonsProps) {
  const { entry, isOpen, previous, next } = options;
  const { file } = entry;
  return (
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
      {file?.isAddedByMember && isOpen && <RemoveAddedFile key={file.id} file={file} />}
      {file && review.isReturnable && (
        <Button
          size="small"
          variant="quiet"
          icon={review.isMarked ? <FileCheck /> : <FileX />}
          aria-label={`${review.isMarked ? "Keep file" : "Return file"} ${file.name}`}
          title={`${review.isMarked ? "Keep this file" : "Return only this file"} (X)`}
          onClick={review.toggleMark}
        >
          {review.isMarked ? "Keep file" : "Return file"}
        </Button>
      )}
      {(review.waits || onFinish) && (
        <span className={styles["decide"]}>
          {onFinish ? <FinishButton onFinish={onFinish} /> : <DecisionButtons review={review} {...options} />}
        </span>
      )}
    </div>
  );
}

function DecisionButtons({ review, entry: { item }, decisions }: Omit<ReviewButtonsProps, "onFinish">) {
  const { marked, kept } = review;
  const busy = decisions.isBusyWith(item.id);
  const count = filesToDecide(item).length;
  if (marked.length > 0) {
    return (
      <Button variant="primary" busy={busy} onClick={review.startReturn}>
        {returnMarkedText(marked.length, kept.length)} <Kbd onAccent>R</Kbd>
      </Button>
    );
  }
  return (
    <>
      <Button onClick={review.startReturn}>
        Return <Kbd>R</Kbd>
      </Button>
      <Button variant="primary" busy={busy} onClick={review.accept}>
        {count > 1 ? `Accept all ${count}` : "Accept"} <Kbd onAccent>A</Kbd>
      </Button>
    </>
  );
}

/** Gets the focus, so that Enter ends the review. */
function FinishButton({ onFinish }: { onFinish: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button ref={button} variant="primary" onClick={onFinish}>
      Finish review
    </Button>
  );
}
