import type { DrawThumbnail } from "../../data/files/thumbnail.query.ts";
import { thumbnailSize } from "./thumbnail-size.ts";

/** A small file can hold an image that fills the memory. Pixels. */
const maxPixels = 60_000_000;

/** The top of an image or of a PDF's first page. */
export const drawThumbnail: DrawThumbnail = async (preview, signal) => {
  if (preview.kind === "none") return null;
  await untilIdle();
  signal.throwIfAborted();
  if (preview.kind === "image") return drawImage(preview.content, signal);
  const { drawFirstPage } = await import("./draw-first-page.ts");
  return drawFirstPage(preview.content, signal);
};

/** Safari has no such callback. */
function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => resolve(), { timeout: 2000 });
    else setTimeout(resolve);
  });
}

async function drawImage(content: Blob, signal: AbortSignal): Promise<Blob | null> {
  const natural = await measure(content);
  if (natural.width * natural.height > maxPixels) return null;
  signal.throwIfAborted();
  const { width, height } = thumbnailSize;
  const scale = Math.max(width / natural.width, height / natural.height);
  // Decoded off the main thread, unlike an image element.
  const bitmap = await createImageBitmap(content, {
    resizeWidth: Math.ceil(natural.width * scale),
    resizeHeight: Math.ceil(natural.height * scale),
    resizeQuality: "medium",
  });
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d")?.drawImage(bitmap, (width - bitmap.width) / 2, 0);
  bitmap.close();
  return canvas.convertToBlob({ type: "image/webp", quality: 0.8 });
}

/** The size of an image, which browsers know before they decode it. */
async function measure(content: Blob): Promise<{ width: number; height: number }> {
  const url = URL.createObjectURL(content);
  try {
    const image = new Image();
    const loaded = new Promise((resolve, reject) => {
      image.addEventListener("load", resolve);
      image.addEventListener("error", () => reject(new Error("This image can't be read.")));
    });
    image.src = url;
    await loaded;
    return { width: image.naturalWidth, height: image.naturalHeight };
  } finally {
    URL.revokeObjectURL(url);
  }
}
