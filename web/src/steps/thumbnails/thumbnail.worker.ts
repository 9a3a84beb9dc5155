import { decodePicture } from "../../lib/pictures/decode-picture.ts";
import type { Size } from "../preview/file-view.models.ts";

/** An image with its size, to be answered with its thumbnail, or null if it is damaged or incomplete. */
export interface DrawQuestion {
  content: Blob;
  natural: Size;
  /** Of the thumbnail. */
  size: Size;
}

addEventListener("message", ({ data }: MessageEvent<DrawQuestion>) => {
  draw(data).then(postMessage, () => postMessage(null));
});

/** The top of the image, at full width unless it is wider than the thumbnail. */
async function draw({ content, natural, size: { width, height } }: DrawQuestion): Promise<Blob> {
  const scale = Math.max(width / natural.width, height / natural.height);
  const bitmap = await decodePicture(content, {
    resizeWidth: Math.ceil(natural.width * scale),
    resizeHeight: Math.ceil(natural.height * scale),
    resizeQuality: "medium",
  });
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d")?.drawImage(bitmap, (width - bitmap.width) / 2, 0);
  return canvas.convertToBlob({ type: "image/webp", quality: 0.8 });
}
