import { Clock } from "lucide-react";
import { filesLeft } from "../../../data/items/file-count.models.ts";
import { CheckMark } from "../file/check-mark.tsx";
import { FileChip } from "../file/file-chip.tsx";
import { fileLabel, isUndecided } from "../file/file-label.models.ts";
import styles from "./item-files.module.css";
import type { ItemProps } from "./item-props.ts";

/** The files of an item: pictures with verdicts, or small rows once the item is decided. */
export function ItemFiles({
  item,
  workspaceName,
  marks,
}: Pick<ItemProps, "item" | "workspaceName" | "marks">) {
  if (item.files.length === 0) return null;
  const isDecided = item.state === "accepted" || item.state === "waived";
  return (
    <ul className={styles["files"]} data-look={isDecided ? "rows" : "pictures"}>
      {item.files.map((file) => {
        const label = fileLabel({ file, item, workspaceName, isMarked: marks.has(file.id) });
        return (
          <li key={file.id}>
            <FileChip file={file} requestId={item.requestId} label={label} isSensitive={item.isSensitive} />
            <CheckMark check={file.check} />
            {isUndecided({ file, item }, label) && <span className={styles["open"]}>To review</span>}
          </li>
        );
      })}
      {item.state === "partial" && (
        <li className={styles["expected"]}>
          <span>
            <Clock aria-hidden="true" />
            {filesLeft(item)} more expected
          </span>
        </li>
      )}
    </ul>
  );
}
