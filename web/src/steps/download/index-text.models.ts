import type { DeclinedKind, ItemState, WrittenKind } from "@sheaf/contract/states";
import { answerWords, isDeclinedKind } from "../../data/items/answer.models.ts";
import type { ItemAnswer } from "../../data/items/item-core.models.ts";
import type { Item } from "../../data/items/item.models.ts";
import type { ArchiveFile } from "./archive.models.ts";

const stateLabels: Readonly<Record<ItemState, string>> = {
  missing: "missing",
  partial: "incomplete",
  submitted: "waiting for review",
  returned: "returned",
  accepted: "accepted",
  waived: "not needed",
};

/** "accepted, received another way" */
export function stateText({
  state,
  isReceivedElsewhere,
}: Pick<Item, "state" | "isReceivedElsewhere">): string {
  return isReceivedElsewhere ? `${stateLabels[state]}, received another way` : stateLabels[state];
}

/** The reason for a return, or the note on a decision without an answer. */
export function reasonText({ state, reason }: Pick<Item, "state" | "reason">): string {
  const lead = state === "accepted" || state === "waived" ? "Note" : "Returned";
  return reason === "" ? "" : `${lead}: ${reason}`;
}

/** Stands beside the name of a file that is listed only. */
export const setAsideNote = "Set aside: left out of this download.";

/** Origin of a file that isn't a recipient's, the reason for returning it, and warnings to read before opening it. */
export function noteText({ file, isBlocked, received }: Omit<ArchiveFile, "path">): string {
  return [
    file.isAddedByMember ? "Added by the requester." : "",
    file.verdict === "returned" ? `Returned: ${file.verdictReason}` : "",
    received === undefined
      ? ""
      : `Could not be verified: the content’s SHA-256 is ${received}. Ask the sender for the file again.`,
    isBlocked
      ? "Renamed, because opening a file of this type can run a program. Remove “.blocked” from its name only if you trust it."
      : "",
  ]
    .filter((note) => note !== "")
    .join(" ");
}

const leads: Readonly<Record<DeclinedKind, string>> = {
  not_applicable: "Doesn’t apply",
  cannot_provide: "Can’t be provided",
};

/** An answer in one cell. A date stays YYYY-MM-DD, which spreadsheets everywhere read as the same day. */
const cells: Readonly<Record<WrittenKind, (answer: ItemAnswer) => string>> = {
  text: ({ text }) => text,
  date: ({ text }) => text,
  choice: ({ text }) => text.replaceAll("\n", "; "),
  yes_no: answerWords,
};

/** The recipient's answer, preceded by its kind if the item was declined. */
export function answerText({ answer }: Pick<Item, "answer">): string {
  if (!answer) return "";
  const { kind, text, erasedAt } = answer;
  if (erasedAt !== undefined) return answerWords(answer);
  return isDeclinedKind(kind) ? [leads[kind], text].filter(Boolean).join(": ") : cells[kind](answer);
}
