import { Undo2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { formatCount } from "../../../lib/format-count.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Kbd } from "../../../ui/layout/kbd.tsx";
import { KeyList } from "../../../ui/layout/keys.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import { ReturnForm } from "./return-form.tsx";
import styles from "./review-dialog.module.css";
import { ReviewButtons } from "./review-buttons.tsx";
import { reviewKeys } from "./review-keys.ts";
import { unopenedText } from "./review-queue.models.ts";
import { decisionText } from "./use-decision.ts";
import { type ReviewActionsOptions, useReviewActions } from "./use-review-actions.ts";
import { filesToDecide } from "./verdicts.models.ts";

interface ReviewFooterProps extends ReviewActionsOptions {
  /** At least one item still waits for review. */
  hasMore: boolean;
  /** Said at the end. */
  result: string;
  onClose: () => void;
}

/** Decisions on the shown item, and navigation between files. */
export function ReviewFooter({ hasMore, result, onClose, ...options }: ReviewFooterProps) {
  const { entry, decisions, last } = options;
  const { item, file } = entry;
  const footer = useRef<HTMLDivElement>(null);
  const review = useReviewActions(options, footer);
  const { failure, panel, waits, marked } = review;
  const count = filesToDecide(item).length;
  const isFinished = !waits && last !== null && !hasMore;

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
          {unopenedText(review.unopened, count)}{" "}
          {marked.length > 0 ? "Return again to keep them." : `Accept again to accept all ${count} files.`}
        </Notice>
      )}
      {panel === "marked" && (
        <Notice tone="waiting" announce>
          {formatCount(marked.length, "file")} marked to return. Return the item, or keep{" "}
          {marked.length === 1 ? "this file" : "these files"} to accept it.
        </Notice>
      )}
      {last && (
        <p className={styles["last"]} role="status">
          {decisionText(last)}. {!hasMore && result}
          <Button size="small" variant="quiet" icon={<Undo2 />} onClick={review.undo}>
            Undo <Kbd>U</Kbd>
          </Button>
        </p>
      )}
      {panel === "keys" && <KeyList keys={reviewKeys} />}
      {panel === "return" && waits && (
        <ReturnForm
          itemTitle={item.title}
          keepable={count}
          busy={decisions.isBusyWith(item.id)}
          onCancel={review.closePanel}
          onReturn={(reason, keepsFiles) => void review.returnWith(reason, keepsFiles)}
        />
      )}
      {panel === "mark" && waits && file && (
        <ReturnForm
          key={file.id}
          itemTitle={file.name}
          submitLabel="Mark to return"
          busy={false}
          onCancel={review.closePanel}
          onReturn={review.markWith}
        />
      )}
      {!(waits && (panel === "return" || panel === "mark")) && (
        <ReviewButtons {...options} review={review} onFinish={isFinished ? onClose : undefined} />
      )}
    </div>
  );
}
