import { expect, test } from "vitest";
import { holdsLargeImage } from "./large-pdf-image.ts";

const image = (width: number, height: number) =>
  `<< /Subtype /Image /Width ${width} /Height ${height} /Length 3 >> stream ... endstream `;

test.each([
  ["a page of a scanner", image(2480, 3508), false],
  ["two images, each below the limit", image(9000, 10) + image(10, 9000), false],
  ["an image above the limit", image(30_000, 30_000), true],
  ["one among others", image(100, 100) + image(8000, 8000) + image(100, 100), true],
  ["its height first", "<< /Height 30000 /Width 30000 >>", true],
  ["a size that stands elsewhere", "<< /Width 30000 0 R /Height 30000 0 R >>", false],
  ["the number of an object", "<< /Width 300000 0 R /Height 300000 0 R >>", false],
  ["a size of ten digits", image(3_000_000_000, 1), true],
])("finds what is too large: %s", async (_, text, isLarge) => {
  expect(await holdsLargeImage(new Blob([text]))).toBe(isLarge);
});

test("an image on the border of two slices", async () => {
  const padding = " ".repeat(4 * 1024 * 1024 - 40);
  expect(await holdsLargeImage(new Blob([padding, image(30_000, 30_000)]))).toBe(true);
});
