import { expect, test } from "vitest";
import { entrySegments, entryWords } from "./inbox.models.ts";

const counts = { missing: 0, submitted: 0, returned: 0, accepted: 0, waived: 0 };
const entry = {
  id: "r1",
  title: "Tax return 2026",
  workspaceName: "Okafor & Lind",
  dueOn: null,
  status: "open",
  lastActivityAt: "2026-11-20T10:00:00Z",
  counts,
} as const;

test.each([
  ["open", { missing: 2 }, "2 things left"],
  ["open", { missing: 1 }, "1 thing left"],
  ["open", { missing: 1, returned: 1 }, "2 things left, 1 returned"],
  ["open", { submitted: 3 }, "Nothing is missing"],
  ["done", { accepted: 3, missing: 1 }, "Done"],
  ["cancelled", { missing: 3 }, "No longer needed"],
] as const)("a request that is %s with %j says %s", (status, some, words) => {
  expect(entryWords({ ...entry, status, counts: { ...counts, ...some } })).toBe(words);
});

test("the bar has one segment for each item", () => {
  expect(entrySegments({ counts: { ...counts, accepted: 2, missing: 1 } })).toEqual([
    "accepted",
    "accepted",
    "missing",
  ]);
});
