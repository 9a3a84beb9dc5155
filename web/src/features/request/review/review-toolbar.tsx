import { Columns2 } from "lucide-react";
import type { FileViewControls } from "../../../steps/preview/use-file-view.ts";
import { ViewControls } from "../../../steps/preview/view-controls.tsx";
import { Button } from "../../../ui/forms/button.tsx";
import { Counter } from "../../../ui/layout/counter.tsx";
import type { ReviewEntry } from "./review-queue.models.ts";
import styles from "./review-window.module.css";
import type { ReviewActions } from "./use-review-actions.ts";

interface ReviewToolbarProps {
  entry: ReviewEntry;
  controls: FileViewControls;
  review: ReviewActions;
  canCompare: boolean;
  isComparing: boolean;
  onCompare: () => void;
}

/** The file's place in its item, and how it is shown. */
export function ReviewToolbar(props: ReviewToolbarProps) {
  const { entry, controls, review, canCompare, isComparing, onCompare } = props;
  const { file, place, count } = entry;
  return (
    <div className={styles["toolbar"]}>
      <Counter
        noun="File"
        text={file ? `File ${place}\u00A0of\u00A0${count}` : "Their answer"}
        onPrevious={review.showPrevious}
        onNext={review.showNext}
        keys={["K", "J"]}
        isSingle={file !== null && count === 1}
      />
      <div className={styles["tools"]}>
        {file && <ViewControls file={file} controls={controls} />}
        {canCompare && (
          <Button
            size="small"
            className={styles["compare"]}
            icon={<Columns2 />}
            aria-pressed={isComparing}
            title="Compare with the returned file (C)"
            onClick={onCompare}
          >
            Compare
          </Button>
        )}
      </div>
    </div>
  );
}
