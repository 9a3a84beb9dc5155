import type { Preview } from "../../data/files/preview.models.ts";
import type { DrawThumbnail } from "../../data/files/thumbnail.query.ts";
import { drawImage } from "./draw-image.ts";
import { untilAtRest } from "./until-at-rest.ts";

/** The top of an image or of a PDF's first page. */
export const drawThumbnail: DrawThumbnail = async (preview, signal) => {
  if (preview.kind === "none" || preview.kind === "office") return null;
  await untilAtRest();
  await untilIdle();
  signal.throwIfAborted();
  if (preview.kind === "image") return drawImage(preview.content, signal);
  if (preview.kind === "decoded") return drawDecoded(preview, signal);
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

/** Ends the decoder, and with it its memory, as soon as the picture is there. */
async function drawDecoded(
  preview: Preview & { kind: "decoded" },
  signal: AbortSignal,
): Promise<Blob | null> {
  const done = new AbortController();
  try {
    const { openImage } = await import("../preview/decoder/open-image.ts");
    const image = await openImage(preview, AbortSignal.any([signal, done.signal]));
    return await drawImage(await image.draw(0), signal);
  } finally {
    done.abort();
  }
}
