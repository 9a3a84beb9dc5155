import { lazy, type ReactNode, Suspense } from "react";
import type { PicturedFile } from "../../data/files/thumbnail.query.ts";
import styles from "./file-picture.module.css";

// With what reads and draws files, which a checklist doesn't need to be usable.
const Thumbnail = lazy(async () => ({ default: (await import("./thumbnail.tsx")).Thumbnail }));

interface FilePictureProps {
  file: PicturedFile;
  isSensitive: boolean;
  /** It didn't arrive: nothing is hidden that could be opened. */
  isFailed?: boolean;
  /** A mark at the corner, such as that the file has arrived. */
  children?: ReactNode;
}

/** A file's thumbnail in front of its name. */
export function FilePicture({ file, isSensitive, isFailed = false, children }: FilePictureProps) {
  return (
    <span className={styles["picture"]}>
      <span className={styles["frame"]}>
        <Suspense>
          <Thumbnail file={file} isSensitive={isSensitive} isFailed={isFailed} />
        </Suspense>
      </span>
      {children}
    </span>
  );
}
