import { describe, expect, test } from "vitest";
import { liftMoved, liftWords, moved, shownAt, slotAt } from "./reorder.models.ts";

const list = ["a", "b", "c", "d"];
const places = list.map((_, index) => index);

describe("putting a line elsewhere", () => {
  test.each([
    [0, 3, "bcda"],
    [3, 0, "dabc"],
    [1, 2, "acbd"],
    [2, 2, "abcd"],
    [9, 0, "abcd"],
  ])("from %i to %i", (from, to, order) => {
    expect(moved(list, from, to).join("")).toBe(order);
  });
});

describe("what is seen while a line is lifted", () => {
  test("is what the list becomes when it is put down, for every pair of places", () => {
    for (const from of places) {
      for (const to of places) {
        const shown = list.toSorted(
          (a, b) => shownAt(list.indexOf(a), { from, to }) - shownAt(list.indexOf(b), { from, to }),
        );
        expect(shown).toEqual(moved(list, from, to));
      }
    }
  });

  test("nothing moves while nothing is lifted", () => {
    expect(places.map((index) => shownAt(index, null))).toEqual(places);
  });
});

describe("moving by keyboard", () => {
  test.each([
    ["up", 0],
    ["down", 2],
    ["first", 0],
    ["last", 3],
  ] as const)("%s from the second place", (move, to) => {
    expect(liftMoved({ from: 1, to: 1 }, move, 4)).toEqual({ from: 1, to });
  });

  test("a line does not leave the list at either end", () => {
    expect(liftMoved({ from: 0, to: 0 }, "up", 4).to).toBe(0);
    expect(liftMoved({ from: 0, to: 3 }, "down", 4).to).toBe(3);
  });
});

describe("moving by hand", () => {
  // Lines 50 px high, one below the other.
  const middles = [25, 75, 125, 175];

  test.each([
    [-40, 0],
    [30, 1],
    [60, 1],
    [80, 1],
    [130, 2],
    [180, 3],
    [900, 3],
  ])("the second line held at %i px belongs at place %i", (y, place) => {
    expect(slotAt(y, middles, 1)).toBe(place);
  });

  test("the first line stays first until it passes the middle of the second", () => {
    expect(slotAt(74, middles, 0)).toBe(0);
    expect(slotAt(76, middles, 0)).toBe(1);
  });
});

test("every step is said with the line's title and place, counted from one", () => {
  const lift = { from: 1, to: 2 };
  expect(liftWords.lifted("Payslips", { from: 1, to: 1 }, 4)).toContain("Payslips, lifted. Position 2 of 4.");
  expect(liftWords.moved("Payslips", lift, 4)).toBe("Payslips, position 3 of 4.");
  expect(liftWords.dropped("Payslips", lift, 4)).toBe("Payslips, put down at position 3 of 4.");
  expect(liftWords.cancelled("Payslips", lift, 4)).toBe("Payslips is back at position 2 of 4.");
});
