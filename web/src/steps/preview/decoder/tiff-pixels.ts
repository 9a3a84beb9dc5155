import { type IFD, toRGBA8 } from "utif2";

/** Of the decoder. It leaves pages with another one black. */
const compressions = new Set([1, 2, 3, 4, 5, 6, 7, 8, 32773, 32809, 32946]);

/** White is zero, black is zero, RGB, palette, CMYK and YCbCr. Pages in another one are black, too. */
const colours = { whiteIsZero: 0, blackIsZero: 1, rgb: 2, palette: 3, cmyk: 5, yCbCr: 6 };
const readable = new Set(Object.values(colours));

/** The first value of a tag; 0 for a missing one. A fraction is a pair. */
export function tag(page: IFD, number: number): number {
  const values: unknown = page[`t${number}`];
  const [first] = Array.isArray(values) ? (values as unknown[]) : [];
  if (typeof first === "number") return first;
  return Array.isArray(first) ? Number(first[0]) / Number(first[1]) : 0;
}

/** False for a page that the decoder would draw wrong without a word. */
export function isDecodable(page: IFD): boolean {
  const isPlanar = tag(page, 284) === 2 && samplesOf(page) > 1;
  return (
    compressions.has(tag(page, 259) || 1) &&
    (page["t262"] === undefined || readable.has(tag(page, 262))) &&
    !isPlanar
  );
}

/** Pixels of a decoded page, four bytes each. */
export function pixelsOf(page: IFD): Uint8ClampedArray<ArrayBuffer> {
  const colour = tag(page, 262);
  if (colour === colours.cmyk) return fromCmyk(page);
  const isGrey = colour === colours.whiteIsZero || colour === colours.blackIsZero;
  return new Uint8ClampedArray(toRGBA8(isGrey ? withoutExtraSamples(page) : page));
}

const samplesOf = (page: IFD) => Math.max(tag(page, 277), 1);
const bytesOf = (page: IFD) => Math.max(tag(page, 258), 8) / 8;

/** The decoder reads grey pixels as if nothing, such as transparency, followed each of them. */
function withoutExtraSamples(page: IFD): IFD {
  const [samples, bytes] = [samplesOf(page), bytesOf(page)];
  if (samples === 1 || tag(page, 258) < 8) return page;
  const data = new Uint8Array(page.width * page.height * bytes);
  for (let place = 0; place < data.length; place += 1) {
    const pixel = Math.floor(place / bytes);
    data[place] = page.data[pixel * samples * bytes + (place % bytes)] ?? 0;
  }
  return { ...page, t277: [1], data };
}

/** The decoder's own way needs a window, which workers don't have. */
function fromCmyk(page: IFD): Uint8ClampedArray<ArrayBuffer> {
  const [samples, bytes] = [samplesOf(page), bytesOf(page)];
  if (samples < 4 || bytes > 2) throw new Error("These colours can't be read.");
  // The decoder stores 16 bits with the higher byte last.
  const sample = (pixel: number, ink: number) => page.data[(pixel * samples + ink) * bytes + bytes - 1] ?? 0;
  const pixels = new Uint8ClampedArray(4 * page.width * page.height);
  for (let pixel = 0; pixel < page.width * page.height; pixel += 1) {
    const light = (255 - sample(pixel, 3)) / 255;
    for (let ink = 0; ink < 3; ink += 1) pixels[4 * pixel + ink] = (255 - sample(pixel, ink)) * light;
    pixels[4 * pixel + 3] = 255;
  }
  return pixels;
}
