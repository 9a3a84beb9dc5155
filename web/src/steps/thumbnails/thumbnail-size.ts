import type { Size } from "../preview/file-view.models.ts";

/** Device pixel ratios above this only cost memory. */
const maxDensity = 2;

/** As large as the screen needs it. Pixels. */
export function thumbnailSize(): Size {
  const density = Math.min(Math.max(devicePixelRatio, 1), maxDensity);
  return { width: Math.round(160 * density), height: Math.round(100 * density) };
}
