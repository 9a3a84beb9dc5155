import type { ReceivedItem, ReceivedRequest } from "../../data/inbox/received-request.models.ts";
import type { Upload } from "../../data/uploads/upload.models.ts";

/** Props shared by all forms of an item. */
export interface ItemProps {
  item: ReceivedItem;
  request: ReceivedRequest;
  /** Of the whole request. */
  uploads: readonly Upload[];
  add: (item: ReceivedItem, files: readonly File[]) => void;
  retry: (uploadId: string) => void;
  dismiss: (uploadId: string) => Promise<void>;
}
