import { returnReasons } from "../item/item-state.models.ts";
import type { AddedFile, ReceivedItem } from "../../../data/inbox/received-item.models.ts";

/** ", from Ben Lind", ", added by Okafor & Lind"; "" for the recipient's own file. */
export function arrivalText({ isAddedByMember, isMine, addedBy }: AddedFile, workspaceName: string): string {
  if (isAddedByMember) return `, added by ${workspaceName}`;
  return isMine || addedBy === "" ? "" : `, from ${addedBy}`;
}

const checkTexts = { checking: "checking…", verified: "verified", damaged: "damaged" };

/** ", verified"; "" while a file that is known to be returned is being checked. */
export const checkText = ({ check }: AddedFile, isReturned: boolean): string =>
  isReturned && check === "checking" ? "" : `, ${checkTexts[check]}`;

/** It came back: by itself, or with its item when nothing was said about single files. */
export function isReturnedFile(
  { verdict, isAddedByMember, isSetAside }: AddedFile,
  { state, reason, files }: Pick<ReceivedItem, "state" | "reason" | "files">,
): boolean {
  if (verdict !== null) return verdict === "returned";
  const isWhole = state === "returned" && reason !== "" && files.every((file) => file.verdict !== "accepted");
  return isWhole && !isAddedByMember && !isSetAside;
}

/** The mark at a file's picture. None while its item came back with nothing said about the file: a tick would deny that. */
export function fileMark(
  file: AddedFile,
  item: Pick<ReceivedItem, "state" | "reason" | "files">,
): "arrived" | "bad" | undefined {
  if (isReturnedFile(file, item) || file.check === "damaged") return "bad";
  return item.state === "returned" && file.verdict === null ? undefined : "arrived";
}

interface RemarkOn {
  workspaceName: string;
  item: Pick<ReceivedItem, "state" | "reason" | "files">;
  /** Nothing can be added. */
  isLocked: boolean;
}

/** A problem with a file, or the requester's words about it; "" if there is neither. */
export function fileRemark(
  { check, isSetAside, verdict, verdictReason }: AddedFile,
  { workspaceName, item, isLocked }: RemarkOn,
): string {
  if (check === "damaged" && verdict !== "returned") {
    return isLocked ? `${workspaceName} may ask you for this file again.` : "Please send this file again.";
  }
  // The item already says it above its files.
  const above = returnReasons(item);
  const isSaid = above.length === 1 && above[0] === verdictReason;
  if (verdict === "returned") return isSaid ? "" : verdictReason;
  if (isSetAside)
    return `Set aside by ${workspaceName}. If they need another file, they’ll return this item.`;
  return verdict === "accepted" && item.state !== "accepted"
    ? "Accepted. You don’t need to send it again."
    : "";
}
