import { startOwnWorker } from "../../lib/own-worker.ts";
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
  // The query keeps its signal, which would keep the file.
  const done = new AbortController();
  try {
    return await new Promise<Blob | null>((resolve, reject) => {
      worker.addEventListener("message", ({ data }: MessageEvent<Blob | null>) => resolve(data));
      worker.addEventListener("error", () => resolve(null));
      AbortSignal.timeout(timeoutMs).addEventListener("abort", () => resolve(null), {
        signal: done.signal,
      });
      signal.addEventListener("abort", () => reject(signal.reason), { signal: done.signal });
      worker.postMessage({ content, natural, size: thumbnailSize() } satisfies DrawQuestion);
    });
  } finally {
    done.abort();
    worker.terminate();
  }
}
