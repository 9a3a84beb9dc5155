import { logoBytes } from "@sheaf/contract/branding";
import { sniffLength, sniffType } from "@sheaf/contract/file-type";
import { AppError } from "../../../lib/errors.ts";
import { measureImage } from "../../../steps/preview/measure-image.ts";

const readable = new Set(["image/png", "image/jpeg", "image/webp"]);

/** A small file can hold a picture that fills the memory. Pixels. */
const mostPixels = 25_000_000;

/** Smaller ones would be blurred where they are shown. Pixels, of the shorter side. */
const leastSide = 64;

/** Tried in turn until one is small enough. Pixels. */
const sides = [256, 192, 144, 108, 80];

/**
 * A logo as a square of at most 16 KiB, drawn anew, so that nothing of the file but its picture is left. What isn't square
 * gets clear edges.
 *
 * @throws AppError `workspace.logo`, `workspace.logo_large` or `workspace.logo_small`.
 */
export async function encodeLogo(file: Blob): Promise<Blob> {
  const head = new Uint8Array(await file.slice(0, sniffLength).arrayBuffer());
  const mime = sniffType(head, "");
  if (mime === undefined || !readable.has(mime)) throw new AppError("workspace.logo");
  try {
    return await encode(file.slice(0, file.size, mime));
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("workspace.logo", { cause: error });
  }
}

async function encode(picture: Blob): Promise<Blob> {
  const { width, height } = await measureImage(picture);
  if (width * height > mostPixels) throw new AppError("workspace.logo_large");
  if (Math.min(width, height) < leastSide) throw new AppError("workspace.logo_small");
  const bitmap = await createImageBitmap(picture);
  try {
    for (const side of sides) {
      const logo = await drawSquare(bitmap, side);
      if (logo.size <= logoBytes) return logo;
    }
    throw new AppError("workspace.logo_large");
  } finally {
    bitmap.close();
  }
}

async function drawSquare(bitmap: ImageBitmap, side: number): Promise<Blob> {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: side, height: side });
  const scale = side / Math.max(bitmap.width, bitmap.height);
  const [width, height] = [bitmap.width * scale, bitmap.height * scale];
  const drawing = canvas.getContext("2d");
  if (!drawing) throw new Error("This browser can't draw.");
  drawing.imageSmoothingQuality = "high";
  drawing.drawImage(bitmap, (side - width) / 2, (side - height) / 2, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (logo) => (logo ? resolve(logo) : reject(new Error("Nothing was drawn."))),
      "image/webp",
      0.9,
    );
  });
}
