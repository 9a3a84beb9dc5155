import type { ItemState } from "@sheaf/contract/states";
import { countWords } from "../../lib/count-words.ts";
import { countStates, segmentOrder, toSegments } from "../items/segments.models.ts";

/** The parts of an item that decide what is left. */
export interface Leftable {
  state: ItemState;
  isRequired: boolean;
}

/** Numbers of items that wait for the recipient. */
export interface Left {
  required: number;
  optional: number;
}

/** The item waits for the recipient. */
export const isLeft = ({ state }: Pick<Leftable, "state">) => state === "missing" || state === "returned";

export function leftOf(items: readonly Leftable[]): Left {
  const left = items.filter(isLeft);
  const required = left.filter(({ isRequired }) => isRequired).length;
  return { required, optional: left.length - required };
}

/** "3 items left", "Nothing required is missing; 1 optional item left" */
export function leftWords({ required, optional }: Left): string {
  if (required > 0) return `${countWords(required, "item")} left`;
  return optional > 0
    ? `Nothing required is missing; ${countWords(optional, "optional item")} left`
    : "Nothing is missing";
}

/** Progress segments, the same as the requester sees. */
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

/** Text for the progress segments: "9 items: 4 accepted, 3 sent, 1 returned, 1 missing". */
export function segmentsLabel(items: readonly Pick<Leftable, "state">[]): string {
  const counts = countStates(items);
  const parts = segmentOrder
    .filter((state) => counts[state] > 0)
    .map((state) => `${counts[state]} ${segmentWords[state]}`);
  return `${countWords(items.length, "item")}: ${parts.join(", ")}`;
}
