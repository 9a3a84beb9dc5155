import type { ItemState } from "@sheaf/contract/states";
import type { Item } from "../../data/items/item.models.ts";
import type { ArchiveFile } from "./archive.models.ts";

export const stateLabels: Readonly<Record<ItemState, string>> = {
  missing: "missing",
  submitted: "waiting for review",
  returned: "returned",
  accepted: "accepted",
  waived: "not needed",
};

/** What to know before opening the file. */
export function noteText({ isBlocked }: Pick<ArchiveFile, "isBlocked">): string {
  return isBlocked
    ? "Renamed, because opening a file of this type can run a program. Remove “.blocked” from its name only if you trust it."
    : "";
}

/** The recipient's text, preceded by the kind of answer if the item was declined. */
export function answerText({ answer }: Pick<Item, "answer">): string {
  if (!answer) return "";
  const lead = { text: "", not_applicable: "Doesn’t apply", cannot_provide: "Can’t be provided" }[
    answer.kind
  ];
  return [lead, answer.text].filter((part) => part !== "").join(": ");
}
