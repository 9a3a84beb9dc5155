import { fileExtension } from "@sheaf/contract/file-name";
import { isPreviewable, type PreviewableMime, sniffLength, sniffType } from "@sheaf/contract/file-type";
import { limits } from "@sheaf/contract/limits";
import { AppError } from "../../lib/errors.ts";

const extensions = new Set([".pdf", ".png", ".jpg", ".jpeg", ".webp", ".gif", ".avif"]);

/**
 * Validates a chosen example before anything is uploaded.
 *
 * @returns its type, from its own bytes.
 * @throws AppError `file.empty`, `file.too_large`, `example.type` or `file.unreadable`.
 */
export async function inspectExample(content: File): Promise<PreviewableMime> {
  if (content.size === 0) throw new AppError("file.empty");
  if (content.size > limits.exampleBytes) throw new AppError("file.too_large");
  const mime = sniffType(await readStart(content));
  if (!isPreviewable(mime) || !extensions.has(fileExtension(content.name)))
    throw new AppError("example.type");
  return mime;
}

/** Fails if the file was moved or edited since it was chosen. */
async function readStart(content: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await content.slice(0, sniffLength).arrayBuffer());
  } catch {
    throw new AppError("file.unreadable");
  }
}
