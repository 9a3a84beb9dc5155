import { readKeyList } from "@sheaf/contract/receipt/key-list";
import type { ReceiptKey } from "@sheaf/contract/receipt/receipt";
import { pageConfigNames } from "@sheaf/contract/sidecar";

/** Keys of this site's receipts. Apart from the page's other configuration, which every page reads. */
export function receiptKeys(page: Document): ReceiptKey[] {
  const { content } = page.querySelector<HTMLMetaElement>(`meta[name="${pageConfigNames.receiptKeys}"]`) ?? {
    content: "",
  };
  return readKeyList(content) ?? [];
}
