import { itemStates } from "@sheaf/contract/states";
import { expect, test } from "vitest";
import { countStates, segmentOrder, toSegments } from "./segments.models.ts";

test("there is one for each item, what is settled first and what is missing last", () => {
  const states = ["missing", "accepted", "returned", "submitted", "waived", "accepted"] as const;
  expect(toSegments(countStates(states.map((state) => ({ state }))))).toEqual([
    "accepted",
    "accepted",
    "waived",
    "submitted",
    "returned",
    "missing",
  ]);
});

test("no state is left out of the bar", () => {
  expect(segmentOrder.toSorted()).toEqual(itemStates.toSorted());
});
