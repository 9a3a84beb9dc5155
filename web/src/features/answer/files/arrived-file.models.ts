import type { AddedFile, ReceivedItem } from "../../../data/inbox/received-request.models.ts";

/** ", from Ben Lind", ", added by Okafor & Lind"; "" for the recipient's own file. */
export function arrivalText({ isAddedByMember, isMine, addedBy }: AddedFile, workspaceName: string): string {
  if (isAddedByMember) return `, added by ${workspaceName}`;
  return isMine || addedBy === "" ? "" : `, from ${addedBy}`;
}

interface RemarkOn {
  workspaceName: string;
  item: Pick<ReceivedItem, "state" | "reason">;
}

/** What the requester said about a file; "" for nothing. */
export function fileRemark(
  { isSetAside, verdict, verdictReason }: AddedFile,
  { workspaceName, item }: RemarkOn,
): string {
  // The item already says it above its files.
  const isSaid = item.state === "returned" && item.reason === verdictReason;
  if (verdict === "returned") return isSaid ? "" : verdictReason;
  if (isSetAside)
    return `Set aside by ${workspaceName}. If they need another file, they’ll return this item.`;
  return verdict === "accepted" && item.state !== "accepted"
    ? "Accepted. You don’t need to send it again."
    : "";
}
