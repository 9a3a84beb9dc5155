import type { AskedItem, AskedRequest } from "../../data/inbox/asked-request.models.ts";
import type { Upload } from "../../data/uploads/upload.models.ts";

/** Props shared by all forms of an item. */
export interface ItemProps {
  item: AskedItem;
  request: AskedRequest;
  /** Of the whole request. */
  uploads: readonly Upload[];
  add: (item: AskedItem, files: readonly File[]) => void;
  retry: (uploadId: string) => void;
  dismiss: (uploadId: string) => Promise<void>;
}
