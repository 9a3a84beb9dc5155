import type { Size } from "./file-view.models.ts";
import { type Annotation, formText } from "./form-text.ts";
import { isUniform } from "./is-uniform.ts";
import { countMissingParts } from "./missing-parts.ts";
import { type OpenPdf, PdfInterrupted, PdfTooLarge } from "./pdf-reader.ts";

interface PageToDraw {
  pdf: OpenPdf;
  /** From 1. */
  number: number;
  /** Degrees clockwise, in addition to the page's own. */
  turn: number;
  /** On the screen. Pixels. */
  width: number;
  canvas: HTMLCanvasElement;
  signal: AbortSignal;
}

export interface DrawnPage {
  /** Before turning. */
  size: Size;
  /** For screen readers. */
  text: string;
  /** Number of parts that couldn't be drawn. */
  missing: number;
  /** Nothing is on it, perhaps because its scan is damaged: decoders of faxes draw what they can without an error. */
  isBlank: boolean;
}

/** Device pixel ratios above this only cost memory: an A4 page is already 12 megapixels. */
const maxDensity = 2;

/** Of a canvas, at any page size and zoom. Pixels. */
const maxPixels = 16_000_000;
const maxSide = 8192;

/**
 * Draws as much of a page as possible at a width. The canvas keeps its previous picture until the new one is complete.
 */
export async function drawPdfPage(options: PageToDraw): Promise<DrawnPage> {
  const strict = await draw(options).catch((error: unknown) => {
    options.signal.throwIfAborted();
    if (error instanceof PdfTooLarge || error instanceof PdfInterrupted) throw error;
    return undefined;
  });
  if (strict?.missing === 0) return strict;
  const drawn = await draw({ ...options, pdf: await options.pdf.tolerant() });
  // A tolerant reading doesn't report errors in the content. It may well find another font.
  return strict ? drawn : { ...drawn, missing: Math.max(1, drawn.missing) };
}

async function draw(options: PageToDraw): Promise<DrawnPage> {
  const { pdf, number, turn, width, canvas, signal } = options;
  const page = await pdf.within(pdf.document.getPage(number));
  signal.throwIfAborted();
  const rotation = (page.rotate + turn) % 360;
  const natural = page.getViewport({ scale: 1, rotation });
  const height = width * (natural.height / natural.width);
  const density = Math.min(
    devicePixelRatio,
    maxDensity,
    Math.sqrt(maxPixels / (width * height)),
    maxSide / Math.max(width, height),
  );
  const viewport = page.getViewport({ scale: (width * density) / natural.width, rotation });
  const picture = document.createElement("canvas");
  picture.width = Math.max(1, Math.floor(viewport.width));
  picture.height = Math.max(1, Math.floor(viewport.height));
  const task = page.render({ canvas: picture, viewport });
  signal.addEventListener("abort", () => task.cancel());
  try {
    await pdf.within(task.promise);
  } catch (error) {
    task.cancel();
    throw error;
  }
  signal.throwIfAborted();
  if (pdf.isCut(number)) throw new Error("The content of the page ends with an error.");
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
  const { items } = await pdf.within(page.getTextContent());
  const filled = formText((await pdf.within(page.getAnnotations())) as Annotation[]);
  const text = `${items.map((item) => ("str" in item ? item.str : "")).join(" ")} ${filled}`;
  const missing = await pdf.within(countMissingParts(page));
  const isBlank = text.trim() === "" && isUniform(picture);
  picture.width = 0;
  const upright = page.getViewport({ scale: 1 });
  return { size: { width: upright.width, height: upright.height }, text, missing, isBlank };
}
