/** Colours that a workspace is offered. The first is Sheaf's own. */
export const accents = {
  Green: "#0f6a54",
  Blue: "#1f4e8c",
  Purple: "#6b3d92",
  Red: "#9c2f4b",
  Brown: "#80510a",
  Slate: "#37424d",
} as const;

/** Least contrast of an accent colour with white. It is also text on its own light shade, which takes some of it away. */
export const leastAccentContrast = 5.5;

/** Most bytes of a logo, which comes with the first response of a link. */
export const logoBytes = 16_384;

/** Contrast of a colour such as "#0f6a54" with white, from 1 to 21, as WCAG 2 defines it. */
export function contrastOnWhite(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.05 + 0.2126 * red + 0.7152 * green + 0.0722 * blue);
}

/** A colour such as "#0f6a54" on which white text can be read, and which can be read as text. */
export function isAccent(colour: string): boolean {
  return /^#[\da-f]{6}$/.test(colour) && contrastOnWhite(colour) >= leastAccentContrast;
}
