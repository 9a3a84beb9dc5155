import { describe, expect, test } from "vitest";
import { liftMoved, reorderAnnouncements, moved, shownAt, slotAt } from "./reorder.models.ts";

const list = ["a", "b", "c", "d"];
const places = list.map((_, index) => index);

describe("moving an item", () => {
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

describe("the displayed order during a move", () => {
  test("equals the order after the drop for every pair of positions", () => {
    for (const from of places) {
      for (const to of places) {
        const shown = list.toSorted(
          (a, b) => shownAt(list.indexOf(a), { from, to }) - shownAt(list.indexOf(b), { from, to }),
        );
        expect(shown).toEqual(moved(list, from, to));
      }
    }
  });

  test("is unchanged without a move", () => {
    expect(places.map((index) => shownAt(index, null))).toEqual(places);
  });
});

describe("moving by keyboard", () => {
  test.each([
    ["up", 0],
    ["down", 2],
    ["first", 0],
    ["last", 3],
  ] as const)("%s from the second position", (move, to) => {
    expect(liftMoved({ from: 1, to: 1 }, move, 4)).toEqual({ from: 1, to });
  });

  test("stops at either end of the list", () => {
    expect(liftMoved({ from: 0, to: 0 }, "up", 4).to).toBe(0);
    expect(liftMoved({ from: 0, to: 3 }, "down", 4).to).toBe(3);
  });
});

describe("moving by pointer", () => {
  // Items are 50 px high.
  const middles = [25, 75, 125, 175];

  test.each([
    [-40, 0],
    [30, 1],
    [60, 1],
    [80, 1],
    [130, 2],
    [180, 3],
    [900, 3],
  ])("the second item at %i px is dropped at position %i", (y, place) => {
    expect(slotAt(y, middles, 1)).toBe(place);
  });

  test("the first item moves once it passes the middle of the second", () => {
    expect(slotAt(74, middles, 0)).toBe(0);
    expect(slotAt(76, middles, 0)).toBe(1);
  });
});

test("announcements have the item's title and its position from 1", () => {
  const lift = { from: 1, to: 2 };
  expect(reorderAnnouncements.pickedUp("Payslips", { from: 1, to: 1 }, 4)).toContain(
    "Payslips, picked up. Position 2 of 4.",
  );
  expect(reorderAnnouncements.moved("Payslips", lift, 4)).toBe("Payslips, position 3 of 4.");
  expect(reorderAnnouncements.dropped("Payslips", lift, 4)).toBe("Payslips, dropped at position 3 of 4.");
  expect(reorderAnnouncements.cancelled("Payslips", lift, 4)).toBe("Payslips is back at position 2 of 4.");
});
