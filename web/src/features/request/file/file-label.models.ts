import { isNewFile, type StoredFile } from "../../../data/files/file.models.ts";
import { type Item, isToReview } from "../../../data/items/item.models.ts";

interface FileToLabel {
  file: StoredFile;
  item: Pick<Item, "state" | "files">;
  workspaceName: string;
  /** The reviewer is about to return it. */
  isMarked: boolean;
}

/** The label's colour. */
export type LabelTone = "plain" | "submitted" | "returned" | "accepted" | "damaged";

const tones: Readonly<Record<string, LabelTone>> = {
  Returned: "returned",
  Damaged: "damaged",
  "To return": "returned",
  Accepted: "accepted",
  New: "submitted",
};

export const labelTone = (label: string): LabelTone => tones[label] ?? "plain";

/** Nothing is decided about the file yet, and it has no label that says more. */
export function isUndecided({ file, item }: Pick<FileToLabel, "file" | "item">, label: string): boolean {
  return isToReview(item) && file.verdict === null && !file.isAddedByMember && label === "";
}

/** A file's difference from the others of its item; "" if there is none. */
export function fileLabel({ file, item, workspaceName, isMarked }: FileToLabel): string {
  if (file.isSetAside) return "Set aside";
  if (file.isAddedByMember) return `Added by ${workspaceName}`;
  if (file.verdict === "returned") return "Returned";
  if (file.check === "damaged") return "Damaged";
  if (isMarked && isToReview(item)) return "To return";
  // Goes without saying once the whole item is accepted.
  if (file.verdict === "accepted") return item.state === "accepted" ? "" : "Accepted";
  return isNewFile(file, item.files) ? "New" : "";
}
