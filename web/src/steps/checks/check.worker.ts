import type { Size } from "../preview/file-view.models.ts";
import { mayNotOpen } from "./pdf-suspicion.ts";
import { sharpnessOf, workingSide } from "./sharpness.models.ts";

/** Answered with the sharpness of a picture, null if it shows nothing that could be sharp, or with `mayNotOpen` of a PDF. */
export type CheckQuestion = { kind: "image"; content: Blob; natural: Size } | { kind: "pdf"; content: Blob };

addEventListener("message", ({ data }: MessageEvent<CheckQuestion>) => {
  const answer = data.kind === "pdf" ? mayNotOpen(data.content) : measure(data.content, data.natural);
  // Reported to the page as this worker's error.
  answer.then(postMessage, reportError);
});

async function measure(content: Blob, natural: Size): Promise<number | null> {
  const scale = Math.min(1, workingSide / Math.max(natural.width, natural.height));
  const bitmap = await createImageBitmap(content, {
    resizeWidth: Math.max(1, Math.round(natural.width * scale)),
    resizeHeight: Math.max(1, Math.round(natural.height * scale)),
    resizeQuality: "medium",
  });
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext("2d");
  if (!context) return null;
  context.drawImage(bitmap, 0, 0);
  return sharpnessOf({ pixels: context.getImageData(0, 0, width, height).data, width, height });
}
