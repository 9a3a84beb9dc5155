import { useQuery } from "@tanstack/react-query";
import { EyeOff, FileText } from "lucide-react";
import { useRef } from "react";
import { localFileOptions } from "../../data/files/local-file.query.ts";
import { type PicturedFile, thumbnailOptions } from "../../data/files/thumbnail.query.ts";
import { BlobImage } from "../../ui/layout/blob-image.tsx";
import { drawThumbnail } from "./draw-thumbnail.ts";
import styles from "./thumbnail.module.css";
import { useIsNear } from "./use-is-near.ts";

interface ThumbnailProps {
  file: PicturedFile;
  /** Its content must not be seen in passing, so it isn't loaded either. */
  isSensitive: boolean;
  isFailed?: boolean;
}

/** A small picture of a file while it is near the visible area, or an icon. Decorative, because the name is beside it. */
export function Thumbnail({ file, isSensitive, isFailed = false }: ThumbnailProps) {
  const box = useRef<HTMLSpanElement>(null);
  const isNear = useIsNear(box);
  const { data: local = file } = useQuery(localFileOptions(file));
  const isHidden = isSensitive && !isFailed;
  const isDrawn = !isSensitive && isNear;
  return (
    <span ref={box} className={styles["box"]} aria-hidden="true">
      {isHidden && <EyeOff />}
      {isDrawn && <DrawnFile file={local} />}
      {!isHidden && !isDrawn && <FileText />}
    </span>
  );
}

/** Stops loading and drawing when it goes away. */
function DrawnFile({ file }: Pick<ThumbnailProps, "file">) {
  const { data: picture } = useQuery(thumbnailOptions(file, drawThumbnail));
  return picture ? <BlobImage content={picture} /> : <FileText />;
}
