import { askOnce, startOwnWorker } from "../../lib/own-worker.ts";
import { maxImagePixels } from "../preview/image-limits.ts";
import { measureImage } from "../preview/measure-image.ts";
import { thumbnailSize } from "./thumbnail-size.ts";
import type { DrawQuestion } from "./thumbnail.worker.ts";

/** Worth waiting for a picture. Milliseconds. */
const timeoutMs = 30_000;

/**
 * The top of an image; null for a damaged or very large one. A worker decodes and shrinks it, which takes longer than a frame,
 * and ends with it, which frees the decoded pixels at once.
 */
export async function drawImage(content: Blob, signal: AbortSignal): Promise<Blob | null> {
  const natural = await measureImage(content);
  if (natural.width * natural.height > maxImagePixels) return null;
  const { default: workerUrl } = await import("./thumbnail.worker.ts?worker&url");
  signal.throwIfAborted();
  const worker = startOwnWorker(workerUrl, "thumbnail");
  const question: DrawQuestion = { content, natural, size: thumbnailSize() };
  try {
    return await askOnce(worker, question, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
  } catch {
    signal.throwIfAborted();
    return null;
  }
}
