import type { ItemState } from "@sheaf/contract/states";
import { formatCount } from "../../lib/format-count.ts";
import { countStates } from "../items/state-counts.models.ts";

/** The parts of an item that decide what is left. */
export interface CountableItem {
  state: ItemState;
  isRequired: boolean;
}

/** Numbers of items that wait for the recipient. */
export interface Remaining {
  required: number;
  optional: number;
}

/** The item waits for the recipient. */
export const isRemaining = ({ state }: Pick<CountableItem, "state">) =>
  state === "missing" || state === "partial" || state === "returned";

export function countRemaining(items: readonly CountableItem[]): Remaining {
  const left = items.filter(isRemaining);
  const required = left.filter(({ isRequired }) => isRequired).length;
  return { required, optional: left.length - required };
}

/** "3 items left", "Nothing required is missing; 1 optional item left" */
export function remainingText({ required, optional }: Remaining): string {
  if (required > 0) return `${formatCount(required, "item")} left`;
  return optional > 0
    ? `Nothing required is missing; ${formatCount(optional, "optional item")} left`
    : "Nothing is missing";
}

const stateLabels: readonly (readonly [ItemState, string])[] = [
  ["accepted", "accepted"],
  ["waived", "not needed"],
  ["submitted", "sent"],
  ["partial", "incomplete"],
  ["returned", "returned"],
  ["missing", "missing"],
];

/** Text for the progress segments: "9 items: 4 accepted, 3 sent, 1 returned, 1 missing". */
export function segmentsLabel(items: readonly Pick<CountableItem, "state">[]): string {
  const counts = countStates(items);
  const parts = stateLabels
    .filter(([state]) => counts[state] > 0)
    .map(([state, label]) => `${counts[state]} ${label}`);
  return `${formatCount(items.length, "item")}: ${parts.join(", ")}`;
}
