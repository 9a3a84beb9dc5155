import { describe, expect, test } from "vitest";
import { pageAt, pageBox, plainView, zoomStep } from "./file-view.models.ts";

const page = { width: 600, height: 800 };
const room = { width: 900, height: 400 };

describe("a page", () => {
  test.each([
    ["fits whole", { fit: "page" }, [300, 400]],
    ["fits the width", { fit: "width" }, [900, 1200]],
    ["fits as suits its kind", {}, [300, 400]],
    ["grows with the zoom", { fit: "page", zoom: 2 }, [600, 800]],
    ["fits whole after a turn", { fit: "page", turn: 90 }, [533, 400]],
    ["is as large as before upside down", { fit: "page", turn: 180 }, [300, 400]],
  ] as const)("%s", (_, over, [width, height]) => {
    expect(pageBox({ page, room, view: { ...plainView, ...over }, usualFit: "page" })).toMatchObject({
      width,
      height,
    });
  });

  test("has no negative size while its place is smaller than the margins", () => {
    const tiny = { width: -20, height: -20 };
    expect(pageBox({ page, room: tiny, view: plainView, usualFit: "page" })).toMatchObject({
      width: 0,
      height: 0,
    });
  });
});

describe("the page in view", () => {
  const topOf = (index: number) => index * 100;

  test.each([
    [-50, 1],
    [0, 1],
    [99, 1],
    [100, 2],
    [19_850, 199],
    [90_000, 200],
  ])("at %i pixels is page %i of 200", (line, number) => {
    expect(pageAt(line, 200, topOf)).toBe(number);
  });

  test("is found by measuring few of many pages", () => {
    let measured = 0;
    pageAt(12_345, 200, (index) => {
      measured += 1;
      return topOf(index);
    });
    expect(measured).toBeLessThanOrEqual(8);
  });
});

test("zooming stops at either end", () => {
  expect([zoomStep(1, 1), zoomStep(1, -1), zoomStep(4, 1), zoomStep(0.5, -1)]).toEqual([1.25, 0.75, 4, 0.5]);
});
