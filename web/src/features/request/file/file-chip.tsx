import { Check, Undo2 } from "lucide-react";
import type { StoredFile } from "../../../data/files/file.models.ts";
import { formatSize } from "../../../lib/format-size.ts";
import { Thumbnail } from "../../../steps/thumbnails/thumbnail.tsx";
import styles from "./file-chip.module.css";
import { labelTone } from "./file-label.models.ts";

interface FileChipProps {
  file: StoredFile;
  /** What distinguishes it from the other files; "" for nothing. */
  label: string;
  isSensitive: boolean;
  onOpen: () => void;
}

const icons = { accepted: <Check />, returned: <Undo2 />, submitted: null, plain: null };

/** A received file with its verdict; opens it in the review. */
export function FileChip({ file, label, isSensitive, onOpen }: FileChipProps) {
  const tone = labelTone(label);
  return (
    <button
      type="button"
      className={styles["file"]}
      data-struck={file.isSetAside || file.verdict === "returned" ? "" : undefined}
      title={`${file.name}, ${formatSize(file.size)}`}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <span className={styles["picture"]}>
        <Thumbnail file={file} isSensitive={isSensitive} />
      </span>
      <span className={styles["text"]}>
        <span className={styles["name"]}>{file.name}</span>{" "}
        {label !== "" && (
          <span className={styles["label"]} data-tone={tone}>
            {icons[tone]}
            {label}
          </span>
        )}
      </span>
    </button>
  );
}
