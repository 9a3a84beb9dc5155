import type { ItemState } from "@sheaf/contract/states";
import { isDeclined } from "./answer.models.ts";
import type { ItemAnswer } from "./item.models.ts";
import { toSections } from "./sections.models.ts";

/** An item's part of the progress bar; a gap stands between two sections. */
export type SegmentState = ItemState | "declined" | "optional" | "gap";

interface SegmentItem {
  section: string;
  state: ItemState;
  isRequired: boolean;
  answer: ItemAnswer | null;
}

/** Decided states first, so that each section fills from the left. */
const order: readonly SegmentState[] = [
  "accepted",
  "waived",
  "submitted",
  "declined",
  "returned",
  "missing",
  "optional",
];

/** Without its place among the others. */
export function itemSegment({ state, isRequired, answer }: SegmentItem): SegmentState {
  if (state === "submitted" && isDeclined(answer)) return "declined";
  return state === "missing" && !isRequired ? "optional" : state;
}

/** One segment per item, in sections. */
export function itemSegments(items: readonly SegmentItem[]): SegmentState[] {
  return toSections(items).flatMap(({ items: listed }, place) => {
    const filled = listed.map(itemSegment).toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
    return place === 0 ? filled : filled.toSpliced(0, 0, "gap");
  });
}
