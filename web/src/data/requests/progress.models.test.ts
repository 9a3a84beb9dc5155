import { describe, expect, test } from "vitest";
import {
  progressWords,
  settledItems,
  toSegments,
  totalItems,
  type RequestCounts,
} from "./progress.models.ts";

const counts = (over: Partial<RequestCounts> = {}): RequestCounts => ({
  missing: 0,
  submitted: 0,
  returned: 0,
  accepted: 0,
  waived: 0,
  ...over,
});

describe("segments", () => {
  test("there is one for each item, what is settled first and what is missing last", () => {
    expect(toSegments(counts({ missing: 1, submitted: 1, returned: 1, accepted: 2, waived: 1 }))).toEqual([
      "accepted",
      "accepted",
      "waived",
      "submitted",
      "returned",
      "missing",
    ]);
  });

  test("a waived item counts as settled", () => {
    const some = counts({ accepted: 2, waived: 1, missing: 4 });
    expect(settledItems(some)).toBe(3);
    expect(totalItems(some)).toBe(7);
  });
});

describe("what waits for whom, in words", () => {
  test.each([
    ["3 to review, 2 missing", { accepted: 4, submitted: 3, missing: 2 }],
    ["1 returned, 4 missing", { accepted: 7, returned: 1, missing: 4 }],
    ["2 to review, 1 returned, 1 missing", { submitted: 2, returned: 1, missing: 1 }],
    ["All in, 4 to review", { submitted: 4 }],
    ["All in, 1 to review", { accepted: 8, submitted: 1 }],
    ["6 missing", { missing: 6 }],
    ["All accepted", { accepted: 3, waived: 1 }],
  ])("an open request says %s", (words, some) => {
    expect(progressWords({ status: "open", counts: counts(some), isOpened: true })).toBe(words);
  });

  test("a request that nobody has looked at says so before it counts what is missing", () => {
    const untouched = { status: "open", counts: counts({ missing: 6 }), isOpened: false } as const;
    expect(progressWords(untouched)).toBe("Not opened yet");
  });

  test("a done request mentions what was optional and never came", () => {
    const done = { status: "done", counts: counts({ accepted: 3, missing: 2 }), isOpened: true } as const;
    expect(progressWords(done)).toBe("Done, 2 optional left");
  });

  test.each([
    ["draft", "Not sent yet"],
    ["cancelled", "Cancelled"],
  ] as const)("a %s request waits for nobody", (status, words) => {
    expect(progressWords({ status, counts: counts({ missing: 3 }), isOpened: false })).toBe(words);
  });
});
