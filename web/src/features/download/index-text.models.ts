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

/** Stands beside the name of a file that is listed only. */
export const setAsideNote = "Set aside: left out of this download.";

/** Warnings to read before opening the file. */
export function noteText({ isBlocked, received }: Pick<ArchiveFile, "isBlocked" | "received">): string {
  return [
    received === undefined
      ? ""
      : `Could not be verified: the content's SHA-256 is ${received}. Ask the sender for the file again.`,
    isBlocked
      ? "Renamed, because opening a file of this type can run a program. Remove “.blocked” from its name only if you trust it."
      : "",
  ]
    .filter((note) => note !== "")
    .join(" ");
}

/** The recipient's text, preceded by the kind of answer if the item was declined. */
export function answerText({ answer }: Pick<Item, "answer">): string {
  if (!answer) return "";
  const lead = { text: "", not_applicable: "Doesn’t apply", cannot_provide: "Can’t be provided" }[
    answer.kind
  ];
  return [lead, answer.text].filter((part) => part !== "").join(": ");
}
