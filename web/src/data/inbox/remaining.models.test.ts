import { describe, expect, test } from "vitest";
import { countRemaining, remainingText, segmentsLabel } from "./remaining.models.ts";

describe("the number of items left", () => {
  test.each([
    ["missing", true, { required: 1, optional: 0 }],
    ["returned", true, { required: 1, optional: 0 }],
    ["missing", false, { required: 0, optional: 1 }],
    ["submitted", true, { required: 0, optional: 0 }],
    ["accepted", true, { required: 0, optional: 0 }],
    ["waived", true, { required: 0, optional: 0 }],
  ] as const)("a %s item (required: %s) counts as %j", (state, isRequired, left) => {
    expect(countRemaining([{ state, isRequired }])).toEqual(left);
  });

  test.each([
    [{ required: 2, optional: 1 }, "2 items left"],
    [{ required: 1, optional: 0 }, "1 item left"],
    [{ required: 0, optional: 2 }, "Nothing required is missing; 2 optional items left"],
    [{ required: 0, optional: 0 }, "Nothing is missing"],
  ])("%j is described as %s", (left, text) => {
    expect(remainingText(left)).toBe(text);
  });
});

test("the progress bar has an equivalent text", () => {
  const states = ["missing", "accepted", "returned", "submitted", "waived", "accepted"] as const;
  const items = states.map((state) => ({ state }));
  expect(segmentsLabel(items)).toBe("6 items: 2 accepted, 1 not needed, 1 sent, 1 returned, 1 missing");
  expect(segmentsLabel([{ state: "missing" }])).toBe("1 item: 1 missing");
});
