import type { StoredFile } from "../../../data/files/file.models.ts";
import { formatSize } from "../../../lib/format-size.ts";
import { Chip, StatusChip } from "../../../ui/status/chip.tsx";
import { Veil } from "../../../ui/layout/veil.tsx";
import { FilePreview, PreloadedFile } from "../../../steps/preview/file-preview.tsx";
import { ItemAnswerText } from "../item/item-answer-text.tsx";
import type { ReviewEntry } from "./review-queue.models.ts";
import styles from "./review-dialog.module.css";
import { type FileMarks, markedFiles, verdictText } from "./verdicts.models.ts";

const advice = {
  locked: "Return the item and ask for a copy without a password.",
  broken: "It may be damaged. Download it and open it in another app, or return it.",
};

interface ReviewStageProps {
  entry: ReviewEntry;
  /** "item 3 of 7"; "" for the only one. */
  itemPlace: string;
  /** Loaded once the entry is shown. */
  ahead: readonly StoredFile[];
  workspaceName: string;
  marks: FileMarks;
}

/** The shown file or answer with its item's title and instructions. */
export function ReviewStage({ entry, itemPlace, ahead, workspaceName, marks }: ReviewStageProps) {
  const { item, file, place, count } = entry;
  return (
    <div className={styles["body"]} data-review-stage="" tabIndex={-1}>
      <div className={styles["about"]}>
        <p>
          <b>{item.title}</b>
          {itemPlace !== "" && <span>{`, ${itemPlace}`}</span>}
          {file && count > 1 && <span>{`, file ${place} of ${count}`}</span>}
          {file && count < item.expectedFiles && <span>{`, ${item.expectedFiles} asked for`}</span>}
          {file && <span>{`, ${formatSize(file.size)}`}</span>}
          <span className={styles["aside"]} role="status">
            {file && verdictText({ file, item, workspaceName, mark: marks.get(file.id) })}
          </span>
          {item.instructions && <span className={styles["instructions"]}>{item.instructions}</span>}
        </p>
        {item.state === "submitted" && markedFiles(item, marks).some(({ id }) => id === file?.id) ? (
          <Chip tone="returned">To return</Chip>
        ) : (
          <StatusChip state={item.state}>{stateText(item)}</StatusChip>
        )}
      </div>
      <div
        className={styles["stage"]}
        data-kind={file ? "file" : "answer"}
        data-scrolls={file ? undefined : ""}
      >
        {file &&
          (item.isSensitive ? (
            <Veil key={file.id} label={file.name}>
              <FilePreview file={file} ahead={ahead} advice={advice} />
            </Veil>
          ) : (
            <FilePreview key={file.id} file={file} ahead={ahead} advice={advice} />
          ))}
        {!file && item.answer && <ItemAnswerText key={item.id} item={item} answer={item.answer} />}
        {!file && ahead.map((next) => <PreloadedFile key={next.id} file={next} />)}
      </div>
    </div>
  );
}

function stateText({ state, isReceivedElsewhere }: ReviewEntry["item"]): string | undefined {
  if (isReceivedElsewhere) return "Received another way";
  return state === "submitted" ? "To review" : undefined;
}
