import type { Size } from "../file-view.models.ts";
import { maxImagePixels } from "../image-limits.ts";

/** Transform that draws stored pixels upright and in proportion. */
export interface Placing {
  stored: Size;
  /** Of the stored picture in proportion, before it is turned. */
  drawn: Size;
  /** Of the upright picture. */
  shown: Size;
  /** As `setTransform` takes it. */
  matrix: [number, number, number, number, number, number];
}

interface StoredPage {
  stored: Size;
  /** 1 to 8, as TIFF numbers them; anything else is upright. */
  orientation: number;
  /** Pixels per unit of length; 0 if they aren't known. */
  across: number;
  down: number;
}

/** Beyond it, a resolution is a mistake: faxes go up to 4. */
const maxRatio = 10;

export function placingOf({ stored, orientation, across, down }: StoredPage): Placing {
  const drawn = inProportion(stored, across > 0 && down > 0 ? across / down : 1);
  const { width, height } = drawn;
  const isSideways = orientation >= 5 && orientation <= 8;
  const shown = isSideways ? { width: height, height: width } : drawn;
  const matrices: Readonly<Record<number, Placing["matrix"]>> = {
    2: [-1, 0, 0, 1, width, 0],
    3: [-1, 0, 0, -1, width, height],
    4: [1, 0, 0, -1, 0, height],
    5: [0, 1, 1, 0, 0, 0],
    6: [0, 1, -1, 0, height, 0],
    7: [0, -1, -1, 0, height, width],
    8: [0, -1, 1, 0, 0, width],
  };
  return { stored, drawn, shown, matrix: matrices[orientation] ?? [1, 0, 0, 1, 0, 0] };
}

/** Stretches the axis that has fewer pixels, within the memory limit. @param ratio of the resolutions. */
function inProportion({ width, height }: Size, ratio: number): Size {
  const isSquare = Math.abs(ratio - 1) < 0.01;
  if (isSquare || ratio > maxRatio || ratio < 1 / maxRatio) return { width, height };
  const stretched = ratio > 1 ? { width, height: height * ratio } : { width: width / ratio, height };
  const scale = Math.min(1, Math.sqrt(maxImagePixels / (stretched.width * stretched.height)));
  // A picture that is already too large stays as it is.
  if (width * height > maxImagePixels) return { width, height };
  return { width: Math.floor(stretched.width * scale), height: Math.floor(stretched.height * scale) };
}
