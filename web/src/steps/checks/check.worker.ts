import { decodePicture } from "../../lib/pictures/decode-picture.ts";
import { findGap } from "../../lib/pictures/find-gap.ts";
import type { PictureGap } from "../../lib/pictures/picture-gap.ts";
import type { Size } from "../preview/file-view.models.ts";
import { mayNotOpen } from "./pdf-suspicion.ts";
import { sharpnessOf, workingSide } from "./sharpness.models.ts";

/** The size of a picture is only given if it may be decoded. */
export type CheckQuestion =
  | { kind: "image"; content: Blob; natural?: Size | undefined }
  /** Answered with `mayNotOpen`. */
  | { kind: "pdf"; content: Blob };

export interface CheckedImage {
  gap?: PictureGap | undefined;
  /** Null if it shows nothing that could be sharp; undefined if it wasn't decoded. */
  sharpness?: number | null;
  /** It can't be decoded. */
  isBroken?: boolean;
}

// Content that can't even be read is an answer: an error of this worker would only say that it wasn't checked.
addEventListener("message", ({ data }: MessageEvent<CheckQuestion>) => {
  if (data.kind === "pdf") mayNotOpen(data.content).then(postMessage, () => postMessage(true));
  else checkImage(data.content, data.natural).then(postMessage, () => postMessage({ isBroken: true }));
});

async function checkImage(content: Blob, natural: Size | undefined): Promise<CheckedImage> {
  const gap = await findGap(content);
  if (gap || !natural) return { gap };
  const scale = Math.min(1, workingSide / Math.max(natural.width, natural.height));
  const bitmap = await decodePicture(content, {
    resizeWidth: Math.max(1, Math.round(natural.width * scale)),
    resizeHeight: Math.max(1, Math.round(natural.height * scale)),
    resizeQuality: "medium",
  }).catch(() => undefined);
  return bitmap ? { sharpness: measure(bitmap) } : { isBroken: true };
}

function measure(bitmap: ImageBitmap): number | null {
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext("2d");
  if (!context) return null;
  context.drawImage(bitmap, 0, 0);
  return sharpnessOf({ pixels: context.getImageData(0, 0, width, height).data, width, height });
}
