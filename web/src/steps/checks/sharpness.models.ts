/** Longer side at which a picture is measured: small enough to average out the grain of a dark photo. Pixels. */
export const workingSide = 640;

/** Side of the squares that are measured by themselves. Pixels. */
const tileSide = 40;

/** Variance of brightness (0 to 255) below which a square shows nothing. */
const minContrast = 25;

/**
 * Most that grain adds to the variance of the Laplacian, as in a photo taken in the dark. The emptiest square of a picture that
 * print fills has more.
 */
const maxGrain = 60;

/**
 * Letters of 10 points, 24 pixels high in a photo of 12 megapixels, measure at least 1.4 at a blur of 3 pixels, and at
 * most 0.45 at a blur of 10, which makes them unreadable. Measured on letters, forms, receipts, cards and handwriting,
 * by day and in the dark (decision 0066).
 */
const blurredBelow = 0.5;

export interface Picture {
  /** Red, green, blue and alpha of each pixel. */
  pixels: Uint8ClampedArray;
  width: number;
  height: number;
}

interface Tile {
  /** Variance of the brightness. */
  contrast: number;
  /** Variance of its Laplacian, which is large where brightness changes from one pixel to the next. */
  detail: number;
}

export function isBlurred(sharpness: number): boolean {
  return sharpness < blurredBelow;
}

/**
 * Detail per contrast in the sharper part of a picture, so that darkness and faint print don't count; null if it shows nothing.
 * The variance of the Laplacian (Pech-Pacheco et al., 2000), less the grain, which is all that the emptiest squares contain.
 */
export function sharpnessOf(picture: Picture): number | null {
  const tiles = measureTiles(brightnessOf(picture), picture);
  const emptiest = quantile(
    tiles.map(({ detail }) => detail),
    0.05,
  );
  const grain = Math.min(emptiest, maxGrain);
  const shown = tiles
    // White noise has 20 times its own variance in the Laplacian.
    .map(({ contrast, detail }) => ({ contrast: contrast - grain / 20, detail: Math.max(0, detail - grain) }))
    .filter(({ contrast }) => contrast >= minContrast)
    .map(({ contrast, detail }) => detail / contrast);
  return shown.length > 0 ? quantile(shown, 0.75) : null;
}

function brightnessOf({ pixels, width, height }: Picture): Float32Array {
  const brightness = new Float32Array(width * height);
  for (let place = 0; place < brightness.length; place += 1) {
    const at = (channel: number) => pixels[4 * place + channel] ?? 0;
    brightness[place] = 0.299 * at(0) + 0.587 * at(1) + 0.114 * at(2);
  }
  return brightness;
}

function measureTiles(brightness: Float32Array, { width, height }: Picture): Tile[] {
  const tiles: Tile[] = [];
  for (let top = 0; top + tileSide <= height; top += tileSide)
    for (let left = 0; left + tileSide <= width; left += tileSide)
      tiles.push(measureTile(brightness, { left, top, width, height }));
  return tiles;
}

function measureTile(
  brightness: Float32Array,
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
): Tile {
  const at = (place: number) => brightness[place] ?? 0;
  const contrast = startVariance();
  const detail = startVariance();
  for (let y = Math.max(1, top); y < Math.min(height - 1, top + tileSide); y += 1)
    for (let x = Math.max(1, left); x < Math.min(width - 1, left + tileSide); x += 1) {
      const place = y * width + x;
      contrast.add(at(place));
      detail.add(at(place - 1) + at(place + 1) + at(place - width) + at(place + width) - 4 * at(place));
    }
  return { contrast: contrast.value(), detail: detail.value() };
}

function startVariance() {
  let [count, sum, squares] = [0, 0, 0];
  return {
    add: (value: number) => {
      count += 1;
      sum += value;
      squares += value * value;
    },
    value: () => squares / count - (sum / count) ** 2,
  };
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}
