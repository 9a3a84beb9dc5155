import { ChevronLeft, ChevronRight, Download, Undo2 } from "lucide-react";
import { useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { Notice } from "../../ui/notice.tsx";
import { KeyList } from "../../ui/keys.tsx";
import { reviewKeys } from "./review-keys.ts";
import { ReturnForm } from "./return-form.tsx";
import styles from "./review-dialog.module.css";
import { decisionWords } from "./use-decision.ts";
import { type ReviewActionsOptions, useReviewActions } from "./use-review-actions.ts";

interface ReviewFooterProps extends ReviewActionsOptions {
  /** Whether any item still waits. */
  hasMore: boolean;
  onClose: () => void;
}

/** The two decisions and the ways from file to file. */
export function ReviewFooter({ hasMore, onClose, ...options }: ReviewFooterProps) {
  const { entry, decisions, last, previous, next } = options;
  const { item, file } = entry;
  const footer = useRef<HTMLDivElement>(null);
  const review = useReviewActions(options, footer);
  const { failure, panel, waits } = review;

  return (
    <div ref={footer} className={styles["footer"]}>
      {failure && (
        <Notice tone="waiting" announce>
          {failure.what} {failure.next}
        </Notice>
      )}
      {last && (
        <p className={styles["last"]} role="status">
          {decisionWords(last)}. {!hasMore && "Nothing else waits for you."}
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
          {!waits && last && !hasMore && (
            <span className={styles["decide"]}>
              <Button variant="primary" onClick={onClose}>
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
                Accept <Kbd onAccent>A</Kbd>
              </Button>
            </span>
          )}
        </div>
      )}
    </div>
  );
}
