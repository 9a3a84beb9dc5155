import type { AskedItem, AskedRequest } from "../../data/inbox/asked-request.models.ts";
import type { Upload } from "../../data/uploads/upload.models.ts";

/** What every shape of an item is given. */
export interface ItemProps {
  item: AskedItem;
  request: AskedRequest;
  /** Of the whole request. */
  uploads: readonly Upload[];
  add: (item: AskedItem, files: readonly File[]) => void;
  retry: (uploadId: string) => void;
  dismiss: (uploadId: string) => Promise<void>;
}
