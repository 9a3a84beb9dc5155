import type { StoredFile } from "../../../data/files/file.models.ts";
import { formatSize } from "../../../lib/format-size.ts";
import styles from "./file-chip.module.css";

interface FileChipProps {
  file: StoredFile;
  onOpen: () => void;
}

/** A received file; opens it in the review. */
export function FileChip({ file, onOpen }: FileChipProps) {
  return (
    <button
      type="button"
      className={styles["file"]}
      data-aside={file.isSetAside ? "" : undefined}
      title={`${file.name}, ${formatSize(file.size)}`}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <span className={styles["sheet"]} aria-hidden="true" />
      <span className={styles["text"]}>
        <span className={styles["name"]}>{file.name}</span>{" "}
        {file.isSetAside && <span className={styles["aside"]}>Set aside</span>}
      </span>
    </button>
  );
}
