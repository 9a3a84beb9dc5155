import { expect, test } from "vitest";
import { accents, contrastOnWhite, isAccent } from "./branding.ts";

test("contrast is that of WCAG 2", () => {
  expect(contrastOnWhite("#000000")).toBeCloseTo(21, 5);
  expect(contrastOnWhite("#ffffff")).toBeCloseTo(1, 5);
  expect(contrastOnWhite("#777777")).toBeCloseTo(4.48, 2);
});

test("every colour that is offered can be read", () => {
  expect(Object.values(accents).filter((colour) => !isAccent(colour))).toEqual([]);
});

test.each(["#5cc3a3", "#767676", "#0F6A54", "#0f6", "green", "#0f6a54;", ""])("%j is no accent", (colour) => {
  expect(isAccent(colour)).toBe(false);
});
