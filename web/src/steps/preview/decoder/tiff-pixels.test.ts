import { expect, test } from "vitest";
import type { IFD } from "utif2";
import { isDecodable, pixelsOf } from "./tiff-pixels.ts";

const page = (tags: Record<string, number[]>, data: number[] = [], width = 2): IFD => ({
  ...tags,
  width,
  height: 1,
  data: Uint8Array.from(data),
});
const pixels = (tags: Record<string, number[]>, data: number[]) => Array.from(pixelsOf(page(tags, data)));

test("CMYK is read, with 8 and 16 bits and with a sample that follows", () => {
  expect(pixels({ t262: [5], t277: [4], t258: [8, 8, 8, 8] }, [235, 25, 55, 0, 100, 255, 80, 90])).toEqual([
    20, 230, 200, 255, 100, 0, 113, 255,
  ]);
  expect(pixels({ t262: [5], t277: [5], t258: [8] }, [235, 25, 55, 0, 9, 0, 0, 0, 255, 9])).toEqual([
    20, 230, 200, 255, 0, 0, 0, 255,
  ]);
  const wide = [235, 25, 55, 0, 0, 0, 0, 255].flatMap((byte) => [7, byte]);
  expect(pixels({ t262: [5], t277: [4], t258: [16] }, wide)).toEqual([20, 230, 200, 255, 0, 0, 0, 255]);
});

test.each([
  ["8 bits", [8, 8], [10, 255, 200, 255]],
  ["16 bits", [16, 16], [0, 10, 0, 255, 0, 200, 0, 255]],
])("grey pixels of %s with transparency aren’t taken for others", (_, t258, data) => {
  const grey = [10, 10, 10, 255, 200, 200, 200, 255];
  expect(pixels({ t262: [1], t277: [2], t258 }, data)).toEqual(grey);
});

test.each([
  ["of RGB with LZW", { t259: [5], t262: [2] }, true],
  ["that doesn’t name its colours", { t259: [4] }, true],
  ["with WebP inside", { t259: [50_001], t262: [2] }, false],
  ["with ZSTD inside", { t259: [50_000], t262: [2] }, false],
  ["of Lab colours", { t259: [5], t262: [8] }, false],
  ["whose colours lie apart", { t259: [1], t262: [2], t277: [3], t284: [2] }, false],
])("a page %s can be decoded: %s", (_, tags: Record<string, number[]>, expected) => {
  expect(isDecodable(page(tags))).toBe(expected);
});
