import { expect, test } from "vitest";
import { median, percentile, timesOf } from "./statistics.ts";

test("a percentile is the nearest rank", () => {
  const values = Array.from({ length: 20 }, (_, index) => 20 - index);
  expect(percentile(values, 0.95)).toBe(19);
  expect(percentile(values, 1)).toBe(20);
  expect(percentile([7], 0.5)).toBe(7);
});

test("the median of nothing is no number", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([])).toBeNaN();
});

test("a ratio prints as a multiple", () => {
  expect(timesOf(31, 100)).toBe("×0.31");
});
