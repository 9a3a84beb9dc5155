import { formatCount } from "../../../lib/format-count.ts";
import { FileCard } from "../file/file-card.tsx";
import { fileLabel, isUndecided } from "../file/file-label.models.ts";
import type { ReviewEntry } from "./review-queue.models.ts";
import styles from "./review-rail.module.css";
import type { FileMarks } from "./verdicts.models.ts";

interface ReviewRailProps {
  entries: readonly ReviewEntry[];
  entry: ReviewEntry;
  workspaceName: string;
  marks: FileMarks;
  onShow: (entry: ReviewEntry) => void;
}

/** The files of the shown item. */
export function ReviewRail({ entries, entry: { key, item }, workspaceName, marks, onShow }: ReviewRailProps) {
  const files = entries.filter((one) => one.item.id === item.id && one.file !== null);
  return (
    <nav className={styles["rail"]} aria-label={`Files for ${item.title}`}>
      <p>{files.length === 0 ? "No files" : formatCount(files.length, "file")}</p>
      <ul>
        {files.map((one) => {
          if (!one.file) return null;
          const { file } = one;
          const label = fileLabel({ file, item, workspaceName, isMarked: marks.has(file.id) });
          return (
            <li key={one.key}>
              <button
                type="button"
                className={styles["file"]}
                aria-current={one.key === key ? "true" : undefined}
                title={file.name}
                onClick={() => onShow(one)}
              >
                <FileCard
                  file={file}
                  label={isUndecided({ file, item }, label) ? "To review" : label}
                  isSensitive={item.isSensitive}
                />
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
