import { isNewFile, type StoredFile } from "../../../data/files/file.models.ts";
import type { VerdictOnFile } from "../../../data/items/decide-item.mutation.ts";
import { filesLeft } from "../../../data/items/file-count.models.ts";
import { type Item, isToReview } from "../../../data/items/item.models.ts";

/** Files that a reviewer is about to return, with the reason for each. The decision on their item sends them. */
export type FileMarks = ReadonlyMap<string, string>;

/** Files that a decision can return: neither set aside, nor a member's own, nor returned already. */
function returnableFiles({ files }: Pick<Item, "files">): StoredFile[] {
  return files.filter(
    ({ isSetAside, isAddedByMember, verdict }) => !isSetAside && !isAddedByMember && verdict !== "returned",
  );
}

/** Files that a decision on the item applies to: those without a decision. */
export function filesToDecide(item: Pick<Item, "files">): StoredFile[] {
  return returnableFiles(item).filter(({ verdict }) => verdict === null);
}

export function markedFiles(item: Pick<Item, "files">, marks: FileMarks): StoredFile[] {
  return returnableFiles(item).filter(({ id }) => marks.has(id));
}

/** Files that stay with the item if the marked ones are returned. */
export function keptFiles(item: Pick<Item, "files">, marks: FileMarks): StoredFile[] {
  return returnableFiles(item).filter(({ id }) => !marks.has(id));
}

/** Returns the marked files and keeps all others. */
export function verdictsOfMarks(item: Pick<Item, "files">, marks: FileMarks): VerdictOnFile[] {
  return returnableFiles(item).map(({ id }) => {
    const reason = marks.get(id);
    return reason === undefined ? { id, verdict: "accepted" } : { id, verdict: "returned", reason };
  });
}

/** One reason for the whole item: its files are returned with it, or kept while more is asked for. */
export function verdictsOfReturn(
  item: Pick<Item, "files">,
  { reason, keepsFiles }: { reason: string; keepsFiles: boolean },
): VerdictOnFile[] {
  return filesToDecide(item).map(({ id }) =>
    keepsFiles ? { id, verdict: "accepted" } : { id, verdict: "returned", reason },
  );
}

/** "Return 1, keep 2", "Return all 3" */
export function returnMarkedText(marked: number, kept: number): string {
  if (marked === 1 && kept === 0) return "Return";
  return kept === 0 ? `Return all ${marked}` : `Return ${marked}, keep ${kept}`;
}

/** "Wait for 1 more file, or decide now." */
export function waitOrDecideText(item: Pick<Item, "files" | "expectedFiles">): string {
  const left = filesLeft(item);
  return `Wait for ${left} more ${left === 1 ? "file" : "files"}, or decide now.`;
}

/** Why an item was returned; `name` is "" for the item as a whole. */
interface ReturnReason {
  name: string;
  reason: string;
}

/** The item's reason, then those of single files that differ from it. */
export function returnReasons({ reason, files }: Pick<Item, "reason" | "files">): ReturnReason[] {
  const ofFiles = files
    .filter(({ verdict, verdictReason }) => verdict === "returned" && verdictReason !== reason)
    .map((file) => ({ name: file.name, reason: file.verdictReason }));
  return [...(reason === "" ? [] : [{ name: "", reason }]), ...ofFiles];
}

interface ShownFile {
  file: StoredFile;
  item: Pick<Item, "state" | "files">;
  workspaceName: string;
  /** Reason for which the reviewer is about to return it. */
  mark: string | undefined;
}

/** A file's verdict, in a sentence; "" if there is none. */
export function verdictText({ file, item, workspaceName, mark }: ShownFile): string {
  if (file.isSetAside) return "Set aside: “Download all” leaves this file out.";
  if (file.isAddedByMember) return `Added by ${workspaceName}.`;
  if (file.verdict === "returned") return `Returned: ${file.verdictReason}`;
  if (mark !== undefined && isToReview(item)) return `To return: ${mark}`;
  if (file.verdict === "accepted") return "Accepted.";
  return isNewFile(file, item.files) ? "New since the last decision." : "";
}
