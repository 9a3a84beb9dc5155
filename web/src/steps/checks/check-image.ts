import type { Doubt } from "../../data/uploads/upload.models.ts";
import { maxImagePixels } from "../preview/image-limits.ts";
import { measureImage } from "../preview/measure-image.ts";
import { askCheckWorker } from "./ask-check-worker.ts";
import type { CheckedImage } from "./check.worker.ts";
import { isBlurred } from "./sharpness.models.ts";

/** Longest side of a picture below which the text of a page can't be read: 10-point letters would be 4 pixels high. */
const minSide = 600;

/**
 * A reason to doubt that a picture is whole and that people can read it. Those too large to be decoded are only looked at for
 * their end.
 */
export async function checkImage(content: Blob, signal: AbortSignal): Promise<Doubt | undefined> {
  const natural = await measureImage(content).catch(() => undefined);
  const isSmall = natural !== undefined && Math.max(natural.width, natural.height) < minSide;
  const isLarge = natural !== undefined && natural.width * natural.height > maxImagePixels;
  const { gap, sharpness, isBroken } = await askCheckWorker<CheckedImage>(
    { kind: "image", content, natural: isSmall || isLarge ? undefined : natural },
    signal,
  );
  if (gap) return { kind: "cut", gap };
  if (!natural || isBroken) return { kind: "damaged" };
  if (isSmall) return { kind: "small", ...natural };
  return typeof sharpness === "number" && isBlurred(sharpness) ? { kind: "blurred" } : undefined;
}

/** The same for a picture that browsers don't show: its decoder costs more than the answer is worth. */
export async function checkEnd(content: Blob, signal: AbortSignal): Promise<Doubt | undefined> {
  const { gap } = await askCheckWorker<CheckedImage>({ kind: "image", content }, signal);
  return gap && { kind: "cut", gap };
}
