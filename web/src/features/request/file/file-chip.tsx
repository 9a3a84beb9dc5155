import type { StoredFile } from "../../../data/files/file.models.ts";
import { formatSize } from "../../../lib/format-size.ts";
import { Link } from "../../../lib/navigation.tsx";
import { fromRequest, reviewHref } from "../review/review-address.ts";
import { FileCard } from "./file-card.tsx";
import styles from "./file-chip.module.css";

interface FileChipProps {
  file: StoredFile;
  requestId: string;
  /** Its difference from the other files; "" if there is none. */
  label: string;
  isSensitive: boolean;
}

/** A received file with its verdict; leads to its review. */
export function FileChip({ file, requestId, label, isSensitive }: FileChipProps) {
  return (
    <Link
      className={styles["file"]}
      data-file={file.id}
      title={`${file.name}, ${formatSize(file.size)}`}
      to={reviewHref({ id: requestId, item: file.itemId, file: file.id })}
      state={fromRequest}
    >
      <FileCard file={file} label={label} isSensitive={isSensitive} />
    </Link>
  );
}
