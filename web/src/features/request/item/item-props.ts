import type { Item } from "../../../data/items/item.models.ts";
import type { HandedTo } from "../../../data/requests/request.models.ts";
import type { ItemDecisions } from "../review/use-decision.ts";
import type { FileMarks } from "../review/verdicts.models.ts";

/** Props shared by the parts of an item's card. */
export interface ItemProps {
  item: Item;
  /** People who were asked for it besides the recipients of the request. */
  handedTo: HandedTo | null;
  workspaceName: string;
  decisions: ItemDecisions;
  marks: FileMarks;
  /** The signed-in member. */
  myId: string;
  /** Ids of the request's questions that this member has not read. */
  unread: ReadonlySet<string>;
  /** Saves the files of the item. */
  onDownload: (item: Item) => void;
  /** False for a request that was closed or cancelled. */
  takesMessages: boolean;
  /** False for a request that takes no more decisions. */
  isOpen: boolean;
}
