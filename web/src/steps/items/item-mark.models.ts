import type { ItemState } from "@sheaf/contract/states";
import { isDeclined } from "../../data/items/answer.models.ts";
import type { ItemAnswer } from "../../data/items/item-core.models.ts";

/** Shape of the round mark before an item. */
export type MarkShape =
  | "missing"
  | "optional"
  | "sending"
  | "partial"
  | "sent"
  | "declined"
  | "returned"
  | "accepted";

interface MarkedItem {
  state: ItemState;
  isRequired: boolean;
  answer: ItemAnswer | null;
}

export function itemMark({ state, isRequired, answer }: MarkedItem): MarkShape {
  if (state === "missing") return isRequired ? "missing" : "optional";
  if (state === "accepted" || state === "returned" || state === "partial") return state;
  return state === "waived" || isDeclined(answer) ? "declined" : "sent";
}
