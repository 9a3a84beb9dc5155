import type { ItemState } from "@sheaf/contract/states";
import type { Item } from "../../data/items/item.models.ts";

export const stateWords: Readonly<Record<ItemState, string>> = {
  missing: "missing",
  submitted: "waiting for review",
  returned: "returned",
  accepted: "accepted",
  waived: "not needed",
};

/** What the recipient wrote, with the kind of answer in front where it is not simply the answer. */
export function answerWords({ answer }: Pick<Item, "answer">): string {
  if (!answer) return "";
  const lead = { text: "", not_applicable: "Does not apply", cannot_provide: "Cannot be provided" }[
    answer.kind
  ];
  return [lead, answer.text].filter((part) => part !== "").join(": ");
}
