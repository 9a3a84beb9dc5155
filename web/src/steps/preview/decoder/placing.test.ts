import { expect, test } from "vitest";
import { placingOf } from "./placing.ts";

const stored = { width: 900, height: 600 };
const square = { across: 0, down: 0 };

/** Shown position of a corner of the stored picture. */
function cornerAt(orientation: number, x: number, y: number): [number, number] {
  const { matrix, drawn } = placingOf({ stored, orientation, ...square });
  const [a, b, c, d, e, f] = matrix;
  const [right, down] = [x * drawn.width, y * drawn.height];
  return [a * right + c * down + e, b * right + d * down + f];
}

// TIFF 6.0: the places of the stored picture's first row and first column.
test.each([
  [1, [900, 600], [0, 0], [900, 0]],
  [2, [900, 600], [900, 0], [0, 0]],
  [3, [900, 600], [900, 600], [0, 600]],
  [4, [900, 600], [0, 600], [900, 600]],
  [5, [600, 900], [0, 0], [0, 900]],
  [6, [600, 900], [600, 0], [600, 900]],
  [7, [600, 900], [600, 900], [600, 0]],
  [8, [600, 900], [0, 900], [0, 0]],
  [9, [900, 600], [0, 0], [900, 0]],
])("orientation %d is upright", (orientation, size, first, endOfRow) => {
  const { shown } = placingOf({ stored, orientation, ...square });
  expect([shown.width, shown.height]).toEqual(size);
  expect(cornerAt(orientation, 0, 0)).toEqual(first);
  expect(cornerAt(orientation, 1, 0)).toEqual(endOfRow);
});

test.each([
  ["a fax of normal resolution", 204, 98, { width: 1728, height: 2244 }],
  ["fewer pixels across", 100, 200, { width: 3456, height: 1078 }],
  ["nearly square pixels", 300, 299, { width: 1728, height: 1078 }],
  ["no resolution", 0, 98, { width: 1728, height: 1078 }],
  ["a mistake", 72, 1, { width: 1728, height: 1078 }],
])("%s is in proportion", (_, across, down, shown) => {
  expect(placingOf({ stored: { width: 1728, height: 1078 }, orientation: 1, across, down }).shown).toEqual(
    shown,
  );
});

test("what is stretched stays within the limit, and what is too large stays too large", () => {
  const { shown } = placingOf({
    stored: { width: 10_000, height: 5000 },
    orientation: 6,
    across: 200,
    down: 100,
  });
  expect(shown.width * shown.height).toBeLessThanOrEqual(60_000_000);
  expect(shown.width).toBe(shown.height);
  const huge = placingOf({
    stored: { width: 30_000, height: 30_000 },
    orientation: 1,
    across: 200,
    down: 100,
  });
  expect(huge.shown).toEqual({ width: 30_000, height: 30_000 });
});
