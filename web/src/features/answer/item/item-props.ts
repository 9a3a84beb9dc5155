import type { ReceivedItem } from "../../../data/inbox/received-item.models.ts";
import type { ReceivedRequest } from "../../../data/inbox/received-request.models.ts";
import type { Upload } from "../../../data/uploads/upload.models.ts";

/** Props shared by all forms of an item. */
export interface ItemProps {
  item: ReceivedItem;
  request: ReceivedRequest;
  /** The signed-in recipient. */
  myId: string;
  /** Names of the people who were asked for single items, by the item's id. */
  helpers: ReadonlyMap<string, string>;
  /** Ids of the request's questions that this recipient has not read. */
  unread: ReadonlySet<string>;
  /** Of the whole request. */
  uploads: readonly Upload[];
  /** Nothing can be added or removed until the request continues. */
  isPaused: boolean;
  /** Files are being dragged over the item. */
  isOver: boolean;
  add: (item: ReceivedItem, files: readonly File[]) => void;
  sendAnyway: (uploadId: string) => void;
  retry: (uploadId: string) => void;
  dismiss: (uploadId: string) => Promise<void>;
}

export interface ListedItemProps extends Omit<ItemProps, "isOver"> {
  /** Gets the page's primary button. */
  isMain: boolean;
  /** One level deeper below a heading. */
  Heading: "h2" | "h3";
}
