import type { Item } from "../../../data/items/item.models.ts";
import type { ItemDecisions } from "../review/use-decision.ts";
import type { FileMarks } from "../review/verdicts.models.ts";

/** Props shared by the parts of an item's card. */
export interface ItemProps {
  item: Item;
  workspaceName: string;
  decisions: ItemDecisions;
  marks: FileMarks;
  /** False for a request that takes no more decisions. */
  isOpen: boolean;
  onOpenFile: (fileId: string) => void;
}
