import type { Size } from "./file-view.models.ts";

/** The size of an image, which browsers know before they decode it. */
export async function measureImage(content: Blob): Promise<Size> {
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
