import type { ItemState } from "@sheaf/contract/states";
import { countWords } from "../../lib/count-words.ts";
import { countStates, segmentOrder, toSegments } from "../items/segments.models.ts";

/** An item as far as it decides what is left. */
export interface Leftable {
  state: ItemState;
  isRequired: boolean;
}

/** What is still to come from the person who answers. */
export interface Left {
  required: number;
  optional: number;
}

/** Something is still to come from the person. */
export const isLeft = ({ state }: Pick<Leftable, "state">) => state === "missing" || state === "returned";

export function leftOf(items: readonly Leftable[]): Left {
  const left = items.filter(isLeft);
  const required = left.filter(({ isRequired }) => isRequired).length;
  return { required, optional: left.length - required };
}

/** The answer to "what is left?", in the same words wherever it stands. */
export function leftWords({ required, optional }: Left): string {
  if (required > 0) return `${countWords(required, "thing")} left`;
  return optional > 0 ? `Nothing is missing, ${optional} optional left` : "Nothing is missing";
}

/** The request's bar; the requester sees the same one. */
export function segmentsOf(items: readonly Pick<Leftable, "state">[]): ItemState[] {
  return toSegments(countStates(items));
}

const segmentWords: Readonly<Record<ItemState, string>> = {
  accepted: "accepted",
  waived: "not needed",
  submitted: "sent",
  returned: "returned",
  missing: "missing",
};

/** The bar in words: "9 items: 4 accepted, 3 sent, 1 returned, 1 missing". */
export function segmentsLabel(items: readonly Pick<Leftable, "state">[]): string {
  const counts = countStates(items);
  const parts = segmentOrder
    .filter((state) => counts[state] > 0)
    .map((state) => `${counts[state]} ${segmentWords[state]}`);
  return `${countWords(items.length, "item")}: ${parts.join(", ")}`;
}
