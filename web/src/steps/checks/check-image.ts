import type { Doubt } from "../../data/uploads/upload.models.ts";
import { maxImagePixels } from "../preview/image-limits.ts";
import { measureImage } from "../preview/measure-image.ts";
import { askCheckWorker } from "./ask-check-worker.ts";
import { isBlurred } from "./sharpness.models.ts";

/** Longest side of a picture below which the text of a page can't be read: 10-point letters would be 4 pixels high. */
const minSide = 600;

/** A reason to doubt that somebody can read a picture. Those too large to be decoded are not looked at. */
export async function checkImage(content: Blob, signal: AbortSignal): Promise<Doubt | undefined> {
  const natural = await measureImage(content).catch(() => undefined);
  if (!natural) return { kind: "damaged" };
  if (Math.max(natural.width, natural.height) < minSide) return { kind: "small", ...natural };
  if (natural.width * natural.height > maxImagePixels) return undefined;
  const sharpness = await askCheckWorker<number | null>({ kind: "image", content, natural }, signal);
  return sharpness !== null && isBlurred(sharpness) ? { kind: "blurred" } : undefined;
}
