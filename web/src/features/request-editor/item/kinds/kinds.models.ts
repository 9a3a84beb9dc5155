import type { ItemDraft } from "@sheaf/contract/request-draft";
import type { ItemKind } from "@sheaf/contract/states";
import { choice } from "./choice.models.ts";
import { date } from "./date.models.ts";
import type { EditorKind } from "./editor-kind.ts";
import { file } from "./file.models.ts";
import { text } from "./text.models.ts";
import { yesNo } from "./yes-no.models.ts";

/** In the order in which they are offered. */
export const editorKinds: Readonly<Record<ItemKind, EditorKind>> = {
  file,
  text,
  date,
  choice,
  yes_no: yesNo,
};

/** Description of what an item accepts; "" for any file. */
export function asksFor(item: ItemDraft): string {
  return [editorKinds[item.kind].asksFor(item), item.sensitive ? "Sensitive." : ""]
    .filter((part) => part !== "")
    .join(" ");
}
