import { expect, test } from "vitest";
import { countedSegments, toSectionSegments, toSegments } from "./item-segments.models.ts";
import { countStates } from "./state-counts.models.ts";

const item = (over: Partial<Parameters<typeof toSectionSegments>[0][number]> = {}) => ({
  section: "",
  state: "missing" as const,
  isRequired: true,
  answer: null,
  ...over,
});

test("each section fills from the left, and optional and declined items are told apart", () => {
  const declined = { kind: "cannot_provide" } as const;
  expect(
    toSectionSegments([
      item(),
      item({ state: "accepted" }),
      item({ section: "Home", isRequired: false }),
      item({ section: "Home", state: "returned" }),
      item({ section: "Home", state: "submitted", answer: declined }),
      item({ section: "Home", state: "submitted", answer: { kind: "text" } }),
    ]),
  ).toEqual(["accepted", "missing", "gap", "submitted", "declined", "returned", "optional"]);
});

test("the list's numbers give the same segments as the items", () => {
  const declined = { kind: "not_applicable" } as const;
  const items = [
    item({ isRequired: false }),
    item(),
    item({ state: "waived", answer: declined }),
    item({ state: "submitted", answer: declined }),
    item({ state: "submitted" }),
    item({ state: "returned", isRequired: false }),
    item({ state: "accepted" }),
    item({ state: "partial" }),
  ];
  const counts = {
    ...countStates(items),
    submitted: 3,
    declined: 1,
    requiredMissing: 2,
    requiredPartial: 1,
  };
  expect(countedSegments(counts)).toEqual(toSegments(items));
  expect(toSegments(items)).toEqual([
    "accepted",
    "waived",
    "submitted",
    "partial",
    "declined",
    "returned",
    "missing",
    "optional",
  ]);
});
