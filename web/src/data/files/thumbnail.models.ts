import type { StoredFile } from "./file.models.ts";

/** Larger files keep their icon: a thumbnail isn't worth the download. Bytes. */
export const maxThumbnailBytes = 10 * 1024 * 1024;

const drawnTypes: ReadonlySet<string> = new Set([
  "application/pdf",
  "image/avif",
  "image/gif",
  "image/heic",
  "image/jpeg",
  "image/png",
  "image/tiff",
  "image/webp",
]);

/** True if type and size make a thumbnail worth trying; the bytes decide how the file is drawn. */
export function mayHaveThumbnail({ size, mime }: Pick<StoredFile, "size" | "mime">): boolean {
  return size <= maxThumbnailBytes && drawnTypes.has(mime);
}
