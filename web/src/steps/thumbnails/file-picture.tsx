import { lazy, type ReactNode, Suspense } from "react";
import type { PicturedFile } from "../../data/files/thumbnail.query.ts";
import styles from "./file-picture.module.css";

// With what reads and draws files, which a checklist doesn't need to be usable.
const Thumbnail = lazy(async () => ({ default: (await import("./thumbnail.tsx")).Thumbnail }));

interface FilePictureProps {
  file: PicturedFile;
  isSensitive: boolean;
  /** A mark at the corner, such as that the file has arrived. */
  children?: ReactNode;
}

/** A file's thumbnail in front of its name. */
export function FilePicture({ file, isSensitive, children }: FilePictureProps) {
  return (
    <span className={styles["picture"]}>
      <span className={styles["frame"]}>
        <Suspense>
          <Thumbnail file={file} isSensitive={isSensitive} />
        </Suspense>
      </span>
      {children}
    </span>
  );
}
