import { withEndMark } from "./find-gap.ts";

/** Also decodes a picture that lacks only the mark of its end, which browsers show but don't give to scripts. */
export async function decodePicture(content: Blob, options: ImageBitmapOptions): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(content, options);
  } catch (error) {
    const mended = await withEndMark(content);
    if (!mended) throw error;
    return createImageBitmap(mended, options);
  }
}
