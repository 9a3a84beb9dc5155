import type { ReceivedItem } from "../../../data/inbox/received-item.models.ts";
import type { ReceivedRequest } from "../../../data/inbox/received-request.models.ts";
import { answerNoun, declinedText } from "../../../data/items/answer.models.ts";
import { countedFiles, fileCountText, fileProgressText } from "../../../data/items/file-count.models.ts";
import { formatCount } from "../../../lib/format-count.ts";
import { isOver } from "../checklist.models.ts";

const chips = {
  missing: { label: "Missing", tone: "waiting" },
  submitted: { label: "Sent", tone: "submitted" },
  returned: { label: "Returned", tone: "returned" },
  accepted: { label: "Accepted", tone: "accepted" },
  waived: { label: "Not needed", tone: "plain" },
} as const;

type ShownItem = Pick<
  ReceivedItem,
  "state" | "isRequired" | "isReceivedElsewhere" | "answer" | "files" | "expectedFiles"
>;

/** The item's state in the recipient's words. */
export function itemChip(
  { state, isRequired, isReceivedElsewhere, answer, files, expectedFiles }: ShownItem,
  phase: ReceivedRequest["phase"],
) {
  if (state === "missing" && isOver(phase)) return { label: "Not sent", tone: "plain" } as const;
  if (state === "missing" && !isRequired) return { label: "Optional", tone: "outline" } as const;
  if (state === "partial") {
    const tone = isOver(phase) ? "plain" : "waiting";
    return { label: fileProgressText({ files, expectedFiles }), tone } as const;
  }
  if (isReceivedElsewhere) return { label: "Received another way", tone: "accepted" } as const;
  if (state !== "submitted") return chips[state];
  const declined = declinedText(answer);
  return declined === undefined ? chips.submitted : ({ label: declined, tone: "plain" } as const);
}

/** The answer to an item, in a few words: "3 files", "Text", "Can’t provide", "Received another way". */
export function sentText(item: ReceivedItem): string {
  const { answer, files, expectedFiles, state, isReceivedElsewhere } = item;
  if (isReceivedElsewhere) return "Received another way";
  const declined = declinedText(answer);
  if (declined !== undefined) return declined;
  const count = countedFiles(files) || files.length;
  if (count > 0)
    return count < expectedFiles ? fileCountText(count, expectedFiles) : formatCount(count, "file");
  if (answer !== null) return answerNoun(answer);
  return state === "waived" ? "Not needed" : "";
}

/** Why an item was returned, as far as its row says it before it is unfolded. */
export function returnReasons({
  state,
  reason,
  files,
}: Pick<ReceivedItem, "state" | "reason" | "files">): string[] {
  if (state !== "returned") return [];
  return reason === ""
    ? [...new Set(files.map(({ verdictReason }) => verdictReason).filter(Boolean))]
    : [reason];
}
