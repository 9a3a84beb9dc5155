import { describe, expect, test } from "vitest";
import { countRemaining, remainingText, type CountableItem } from "../inbox/remaining.models.ts";
import { countStates } from "../items/state-counts.models.ts";
import {
  progressText,
  requiredLeft,
  decidedItems,
  totalItems,
  type RequestCounts,
} from "./progress.models.ts";

/** All items are required by default. */
const counts = (over: Partial<RequestCounts> = {}): RequestCounts => ({
  missing: 0,
  submitted: 0,
  declined: 0,
  returned: 0,
  accepted: 0,
  waived: 0,
  requiredMissing: (over.missing ?? 0) + (over.requiredPartial ?? 0),
  requiredPartial: 0,
  requiredReturned: over.returned ?? 0,
  ...over,
});

test("a waived item counts as done", () => {
  const some = counts({ accepted: 2, waived: 1, missing: 4 });
  expect(decidedItems(some)).toBe(3);
  expect(totalItems(some)).toBe(7);
});

describe("the progress text", () => {
  test.each([
    ["3 to review, 2 missing", { accepted: 4, submitted: 3, missing: 2 }],
    ["1 returned, 4 missing", { accepted: 7, returned: 1, missing: 4 }],
    ["2 to review, 1 returned, 1 missing", { submitted: 2, returned: 1, missing: 1 }],
    ["All received, 4 to review", { submitted: 4 }],
    ["All received, 1 to review", { accepted: 8, submitted: 1 }],
    ["6 missing", { missing: 6 }],
    ["All accepted", { accepted: 3, waived: 1 }],
    ["1 to review, 1 missing", { submitted: 1, missing: 3, requiredMissing: 1 }],
    ["All received, 2 to review, 1 optional left", { submitted: 2, missing: 1, requiredMissing: 0 }],
    ["1 to review (incomplete)", { submitted: 1, requiredPartial: 1 }],
    ["3 to review (1 incomplete), 1 missing", { submitted: 3, requiredPartial: 1, missing: 1 }],
    ["2 to review (2 incomplete)", { accepted: 1, submitted: 2, requiredPartial: 2 }],
    ["2 optional left", { accepted: 1, missing: 1, requiredMissing: 0, returned: 1, requiredReturned: 0 }],
  ])("of an open request is %s", (text, some) => {
    expect(progressText({ phase: "open", counts: counts(some), isOpened: true })).toBe(text);
  });

  test("of an unopened request does not count missing items", () => {
    const untouched = { phase: "open", counts: counts({ missing: 6 }), isOpened: false } as const;
    expect(progressText(untouched)).toBe("Not opened yet");
  });

  test.each([
    ["paused", { submitted: 3, missing: 2 }, "Paused, 3 to review, 2 missing"],
    ["paused", { missing: 6 }, "Paused, 6 missing"],
    ["closed", { accepted: 1, returned: 1, missing: 1 }, "Closed, 1 returned, 1 missing"],
    ["closed", { accepted: 1, submitted: 1 }, "Closed, 1 to review"],
    ["closed", { accepted: 2 }, "All accepted"],
  ] as const)("of a %s request with %o is %s", (phase, some, text) => {
    expect(progressText({ phase, counts: counts(some), isOpened: false })).toBe(text);
  });

  test("of a done request mentions optional items that were not received", () => {
    const done = {
      phase: "done",
      counts: counts({ accepted: 3, missing: 2, requiredMissing: 0 }),
      isOpened: true,
    } as const;
    expect(progressText(done)).toBe("Done, 2 optional left");
  });

  test.each([
    ["draft", "Not sent yet"],
    ["cancelled", "Cancelled"],
  ] as const)("of a %s request mentions nothing to do", (phase, text) => {
    expect(progressText({ phase, counts: counts({ missing: 3 }), isOpened: false })).toBe(text);
  });
});

describe("requester and recipient see the same number of missing items", () => {
  const items: readonly CountableItem[] = [
    { state: "accepted", isRequired: true },
    { state: "submitted", isRequired: true },
    { state: "missing", isRequired: false },
  ];
  const asRequester = (of: readonly CountableItem[]) => {
    const required = countStates(of.filter(({ isRequired }) => isRequired));
    const { partial, submitted, ...others } = countStates(of);
    return {
      ...others,
      submitted: submitted + partial,
      declined: 0,
      requiredMissing: required.missing + required.partial,
      requiredPartial: required.partial,
      requiredReturned: required.returned,
    };
  };

  test("optional items are not counted", () => {
    expect(remainingText(countRemaining(items))).toBe("Nothing required is missing; 1 optional item left");
    expect(progressText({ phase: "open", counts: asRequester(items), isOpened: true })).toBe(
      "All received, 1 to review, 1 optional left",
    );
  });

  test.each([
    ["missing", true],
    ["partial", true],
    ["partial", false],
    ["returned", true],
    ["returned", false],
    ["submitted", true],
  ] as const)("the number is 1 when the other item is %s (required: %s)", (state, isRequired) => {
    const more = [...items, { state, isRequired }];
    expect(requiredLeft(asRequester(more))).toBe(countRemaining(more).required);
  });
});
