import type { Item } from "../../data/items/item.models.ts";
import { isDeclined } from "../../data/items/answer.models.ts";
import { formatCount } from "../../lib/format-count.ts";
import { formatSize } from "../../lib/format-size.ts";

/** Contents of the download: "10 files, 14.2 MB, and 2 answers". */
export function receivedText(items: readonly Pick<Item, "files" | "answer">[]): string {
  const files = items
    .flatMap((item) => item.files)
    .filter(({ isSetAside, verdict }) => !isSetAside && verdict !== "returned");
  const answers = items.filter(({ answer }) => answer !== null && !isDeclined(answer)).length;
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (files.length === 0) return answers > 0 ? formatCount(answers, "answer") : "No files";
  const text = `${formatCount(files.length, "file")}, ${formatSize(bytes)}`;
  return answers > 0 ? `${text}, and ${formatCount(answers, "answer")}` : text;
}
