import { itemStates } from "@sheaf/contract/states";
import { expect, test } from "vitest";
import { countStates, segmentOrder, toSegments } from "./segments.models.ts";

test("there is one segment per item, decided states first and optional ones last", () => {
  const states = ["missing", "accepted", "missing", "returned", "submitted", "waived", "accepted"] as const;
  expect(toSegments({ ...countStates(states.map((state) => ({ state }))), requiredMissing: 1 })).toEqual([
    "accepted",
    "accepted",
    "waived",
    "submitted",
    "returned",
    "missing",
    "optional",
  ]);
});

test("every item state has a segment", () => {
  expect(segmentOrder.toSorted()).toEqual(itemStates.toSorted());
});
