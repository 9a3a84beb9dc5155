import { sizeWords } from "../../lib/sizes.ts";
import { StatusChip } from "../../ui/chip.tsx";
import { FilePreview } from "./file-preview.tsx";
import { ItemAnswerText } from "./item-answer-text.tsx";
import type { ReviewEntry } from "./review-queue.models.ts";
import styles from "./review-dialog.module.css";

/** What is looked at, under the item that asked for it. */
export function ReviewStage({ entry }: { entry: ReviewEntry }) {
  const { item, file, place, count } = entry;
  return (
    <div className={styles["body"]}>
      <div className={styles["about"]}>
        <p>
          <b>{item.title}</b>
          {file && count > 1 && <span>{`, file ${place} of ${count}`}</span>}
          {file && <span>{`, ${sizeWords(file.size)}`}</span>}
          {item.instructions && <span className={styles["instructions"]}>{item.instructions}</span>}
        </p>
        <StatusChip state={item.state}>{item.state === "submitted" ? "To review" : undefined}</StatusChip>
      </div>
      <div className={styles["stage"]} data-kind={file ? "file" : "answer"}>
        {file && <FilePreview key={file.id} file={file} />}
        {!file && item.answer && <ItemAnswerText answer={item.answer} />}
      </div>
    </div>
  );
}
