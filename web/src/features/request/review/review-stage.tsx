import type { StoredFile } from "../../../data/files/file.models.ts";
import { formatSize } from "../../../lib/format-size.ts";
import { StatusChip } from "../../../ui/status/chip.tsx";
import { FilePreview, PreloadedFile } from "../file/file-preview.tsx";
import { ItemAnswerText } from "../item-answer-text.tsx";
import type { ReviewEntry } from "./review-queue.models.ts";
import styles from "./review-dialog.module.css";

interface ReviewStageProps {
  entry: ReviewEntry;
  /** Loaded once the entry is shown. */
  ahead: readonly StoredFile[];
}

/** The shown file or answer with its item's title and instructions. */
export function ReviewStage({ entry, ahead }: ReviewStageProps) {
  const { item, file, place, count } = entry;
  return (
    <div className={styles["body"]} data-review-stage="" tabIndex={-1}>
      <div className={styles["about"]}>
        <p>
          <b>{item.title}</b>
          {file && count > 1 && <span>{`, file ${place} of ${count}`}</span>}
          {file && <span>{`, ${formatSize(file.size)}`}</span>}
          <span className={styles["aside"]} role="status">
            {file?.isSetAside && "Set aside: “Download all” leaves this file out."}
          </span>
          {item.instructions && <span className={styles["instructions"]}>{item.instructions}</span>}
        </p>
        <StatusChip state={item.state}>{item.state === "submitted" ? "To review" : undefined}</StatusChip>
      </div>
      <div
        className={styles["stage"]}
        data-kind={file ? "file" : "answer"}
        data-scrolls={file ? undefined : ""}
      >
        {file && <FilePreview key={file.id} file={file} ahead={ahead} />}
        {!file && item.answer && <ItemAnswerText answer={item.answer} />}
        {!file && ahead.map((next) => <PreloadedFile key={next.id} file={next} />)}
      </div>
    </div>
  );
}
