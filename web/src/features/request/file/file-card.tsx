import { Check, FileWarning, Undo2 } from "lucide-react";
import type { StoredFile } from "../../../data/files/file.models.ts";
import { Thumbnail } from "../../../steps/thumbnails/thumbnail.tsx";
import { Breakable } from "../../../ui/layout/breakable.tsx";
import styles from "./file-card.module.css";
import { labelTone } from "./file-label.models.ts";

interface FileCardProps {
  file: StoredFile;
  /** Its difference from the other files; "" if there is none. */
  label: string;
  isSensitive: boolean;
}

const icons = {
  accepted: <Check />,
  returned: <Undo2 />,
  damaged: <FileWarning />,
  submitted: null,
  plain: null,
};

/** A received file's picture, name and verdict, inside what opens it. */
export function FileCard({ file, label, isSensitive }: FileCardProps) {
  const tone = labelTone(label);
  return (
    <span
      className={styles["card"]}
      data-struck={file.isSetAside || file.verdict === "returned" ? "" : undefined}
    >
      <span className={styles["picture"]} data-picture="">
        <Thumbnail file={file} isSensitive={isSensitive} />
      </span>
      <span className={styles["text"]}>
        <span className={styles["name"]}>
          <Breakable text={file.name} />
        </span>{" "}
        {label !== "" && (
          <span className={styles["label"]} data-tone={tone}>
            {icons[tone]}
            {label}
          </span>
        )}
      </span>
    </span>
  );
}
