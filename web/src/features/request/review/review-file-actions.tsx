import { Download, FileCheck, FileX, FolderMinus, FolderPlus, Info } from "lucide-react";
import type { StoredFile } from "../../../data/files/file.models.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { RemoveAddedFile } from "./remove-added-file.tsx";
import styles from "./review-panel.module.css";
import type { ReviewActions } from "./use-review-actions.ts";

interface ReviewFileActionsProps {
  file: StoredFile | null;
  /** False for a request that takes no more decisions. */
  isOpen: boolean;
  review: ReviewActions;
  showsAbout: boolean;
  onAbout: () => void;
}

/** The acts on the shown file alone. */
export function ReviewFileActions({ file, isOpen, review, showsAbout, onAbout }: ReviewFileActionsProps) {
  const aside = file?.isSetAside ? "Put back" : "Set aside";
  const mark = review.isMarked ? "Keep file" : "Return file";
  return (
    <div className={styles["actions"]}>
      <Button
        className={styles["details"]}
        size="small"
        icon={<Info />}
        aria-expanded={showsAbout}
        onClick={onAbout}
      >
        Details
      </Button>
      {file && (
        <Button
          size="small"
          icon={<Download />}
          aria-label={`Download ${file.name}`}
          title="Download (D)"
          onClick={() => void review.download()}
        >
          Download
        </Button>
      )}
      {file && isOpen && (
        <Button
          size="small"
          icon={file.isSetAside ? <FolderPlus /> : <FolderMinus />}
          aria-label={`${aside} ${file.name}`}
          title={`${aside} (S)`}
          busy={review.isSettingAside}
          onClick={() => void review.toggleAside()}
        >
          {aside}
        </Button>
      )}
      {file?.isAddedByMember && isOpen && <RemoveAddedFile key={file.id} file={file} />}
      {file && review.isReturnable && (
        <Button
          size="small"
          icon={review.isMarked ? <FileCheck /> : <FileX />}
          aria-label={`${mark} ${file.name}`}
          title={`${review.isMarked ? "Keep this file" : "Return only this file"} (X)`}
          onClick={review.toggleMark}
        >
          {mark}
        </Button>
      )}
    </div>
  );
}
