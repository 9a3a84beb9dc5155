import { expect, test } from "vitest";
import { isBlurred, type Picture, sharpnessOf } from "./sharpness.models.ts";

const [width, height] = [240, 160];

/** A picture with this brightness at each place. */
function picture(brightness: (x: number, y: number) => number): Picture {
  const pixels = new Uint8ClampedArray(4 * width * height);
  for (let place = 0; place < width * height; place += 1)
    pixels.fill(brightness(place % width, Math.floor(place / width)), 4 * place, 4 * place + 3);
  return { pixels, width, height };
}

/** Dark strokes, 2 pixels wide and 6 apart, on the upper half of a sheet; a wider edge is a blur. */
const strokes = (light: number, edge: number) => (x: number, y: number) =>
  y >= height / 2 ? 240 * light : light * (120 + 100 * Math.tanh(Math.cos((x * Math.PI) / 4) / edge));

/** The same sequence each time. */
function grain(amount: number) {
  let state = 7;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return (state / 2_147_483_647 - 0.5) * amount;
  };
}

test.each([1, 0.3])("strokes are sharp at a light of %d", (light) => {
  expect(isBlurred(sharpnessOf(picture(strokes(light, 0.1))) ?? 0)).toBe(false);
});

test("print is sharp where it fills the picture", () => {
  expect(
    isBlurred(sharpnessOf(picture((x) => 120 + 100 * Math.sign(Math.cos((x * Math.PI) / 4)))) ?? 0),
  ).toBe(false);
});

test("the same strokes with wide edges are blurred, also in a grainy picture", () => {
  const wide = (x: number, y: number) => (y >= height / 2 ? 200 : 150 + 40 * Math.cos((x * Math.PI) / 18));
  const noise = grain(12);
  expect(isBlurred(sharpnessOf(picture(wide)) ?? 9)).toBe(true);
  expect(isBlurred(sharpnessOf(picture((x, y) => wide(x, y) + noise())) ?? 9)).toBe(true);
});

test("nothing is said of an empty sheet, grainy or not, or of a tiny picture", () => {
  const noise = grain(8);
  expect(sharpnessOf(picture(() => 230))).toBeNull();
  expect(sharpnessOf(picture(() => 100 + noise()))).toBeNull();
  expect(sharpnessOf({ pixels: new Uint8ClampedArray(4 * 30 * 30), width: 30, height: 30 })).toBeNull();
});
