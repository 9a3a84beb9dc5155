import { useEffect, useState } from "react";
import type { PictureGap } from "../../lib/pictures/picture-gap.ts";
import { askCheckWorker } from "../checks/ask-check-worker.ts";
import type { CheckedImage } from "../checks/check.worker.ts";

/** The missing part of a picture, once it is known. Undefined also for one that can't be checked. */
export function usePictureGap(content: Blob): PictureGap | undefined {
  const [gap, setGap] = useState<PictureGap>();
  useEffect(() => {
    const leaving = new AbortController();
    askCheckWorker<CheckedImage>({ kind: "image", content }, leaving.signal).then(
      (checked) => !leaving.signal.aborted && setGap(checked.gap),
      () => undefined,
    );
    return () => leaving.abort();
  }, [content]);
  return gap;
}
