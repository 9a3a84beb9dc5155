import type { AnswerKind, ItemState } from "@sheaf/contract/states";
import { isDeclined } from "./answer.models.ts";
import { toSections } from "./sections.models.ts";
import type { StateCounts } from "./state-counts.models.ts";

/** An item's part of the progress bar; a gap stands between two sections. */
export type SegmentState = ItemState | "declined" | "optional" | "gap";

interface SegmentItem {
  state: ItemState;
  isRequired: boolean;
  answer: { kind: AnswerKind } | null;
}

/** Decided states first, so that the bar fills from the left. */
const order: readonly SegmentState[] = [
  "accepted",
  "waived",
  "submitted",
  "partial",
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

/** One segment per item, without sections. */
export function toSegments(items: readonly SegmentItem[]): SegmentState[] {
  return items.map(itemSegment).toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
}

/** One segment per item, in sections that fill from the left each. */
export function toSectionSegments(items: readonly (SegmentItem & { section: string })[]): SegmentState[] {
  return toSections(items).flatMap(({ items: listed }, place) => {
    const filled = toSegments(listed);
    return place === 0 ? filled : filled.toSpliced(0, 0, "gap");
  });
}

/** Numbers as a request's row stores them: `submitted` includes the declined and the partial ones. */
export interface CountedItems extends Omit<StateCounts, "partial"> {
  /** The recipient says that they don’t apply or can’t be provided. */
  readonly declined: number;
  /** The required ones that the recipient has yet to send, wholly or in part. */
  readonly requiredMissing: number;
  /** The required ones with some of their files. */
  readonly requiredPartial: number;
}

/** One segment per item, from numbers alone. */
export function countedSegments(counts: CountedItems) {
  const missing = counts.requiredMissing - counts.requiredPartial;
  const numbers: Partial<Record<SegmentState, number>> = {
    ...counts,
    submitted: counts.submitted - counts.declined - counts.requiredPartial,
    partial: counts.requiredPartial,
    missing,
    optional: counts.missing - missing,
  };
  return order.flatMap((state) => Array<SegmentState>(numbers[state] ?? 0).fill(state));
}
