import type { ItemDraft } from "@sheaf/contract/request-draft";
import type { ItemErrors } from "../checks.models.ts";
import type { EditorItem } from "../editor.models.ts";

export interface ItemOptionsProps {
  item: EditorItem;
  errors: ItemErrors | undefined;
  onChange: (change: Partial<ItemDraft>) => void;
}
