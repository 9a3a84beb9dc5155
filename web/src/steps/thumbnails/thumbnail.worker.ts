import type { Size } from "../preview/file-view.models.ts";
import { thumbnailSize } from "./thumbnail-size.ts";

/** An image with its size, to be answered with its thumbnail, or null if it is damaged. */
export interface DrawQuestion {
  content: Blob;
  natural: Size;
}

addEventListener("message", ({ data }: MessageEvent<DrawQuestion>) => {
  draw(data).then(postMessage, () => postMessage(null));
});

/** The top of the image, at full width unless it is wider than the thumbnail. */
async function draw({ content, natural }: DrawQuestion): Promise<Blob> {
  const { width, height } = thumbnailSize;
  const scale = Math.max(width / natural.width, height / natural.height);
  const bitmap = await createImageBitmap(content, {
    resizeWidth: Math.ceil(natural.width * scale),
    resizeHeight: Math.ceil(natural.height * scale),
    resizeQuality: "medium",
  });
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d")?.drawImage(bitmap, (width - bitmap.width) / 2, 0);
  return canvas.convertToBlob({ type: "image/webp", quality: 0.8 });
}
