import type { ItemState } from "@sheaf/contract/states";
import type { Item } from "../../data/items/item.models.ts";

export const stateWords: Readonly<Record<ItemState, string>> = {
  missing: "missing",
  submitted: "waiting for review",
  returned: "returned",
  accepted: "accepted",
  waived: "not needed",
};

/** The recipient's text, preceded by the kind of answer if the item was declined. */
export function answerWords({ answer }: Pick<Item, "answer">): string {
  if (!answer) return "";
  const lead = { text: "", not_applicable: "Doesn’t apply", cannot_provide: "Can’t be provided" }[
    answer.kind
  ];
  return [lead, answer.text].filter((part) => part !== "").join(": ");
}
