import { formatCount } from "../../../lib/format-count.ts";
import type { EditorItem } from "../editor.models.ts";
import type { ItemExamples } from "./use-examples.ts";

/** One line about an item's examples while its form is closed; "" if there are none. */
export function examplesText(
  item: EditorItem,
  { examplesOf, uploadOf }: Pick<ItemExamples, "examplesOf" | "uploadOf">,
): string {
  const upload = uploadOf(item);
  if (upload?.failure) return "An example couldn’t be added.";
  if (upload) return "Adding an example…";
  const { length: count } = examplesOf(item);
  return count === 0 ? "" : `${formatCount(count, "example")}.`;
}
