import { expect, test } from "vitest";
import { describeFigures, type Figure, isKept } from "./drill.model.ts";

const figure = (changes: Partial<Figure>): Figure => ({ what: "emails", measured: 5, unit: "", ...changes });

test.each<[boolean, Partial<Figure>]>([
  [true, { max: 5 }],
  [false, { max: 4 }],
  [true, { min: 5 }],
  [false, { min: 6 }],
  [true, {}],
  [true, { measured: undefined, max: 4 }],
])("a figure is within its bound: %s, %j", (kept, changes) => {
  expect(isKept(figure(changes))).toBe(kept);
});

test("a figure above its bound is marked in the table", () => {
  const table = describeFigures([
    figure({ max: 4 }),
    figure({ what: "memory", measured: 1.26, unit: "MB", max: 300 }),
    figure({ what: "disk", measured: undefined, unit: "MB", max: 300 }),
  ]);
  expect(table.split("\n")).toEqual([
    "emails  5                  at most 4    EXCEEDED",
    "memory  1.3 MB             at most 300",
    "disk    not measured here  at most 300",
  ]);
});
