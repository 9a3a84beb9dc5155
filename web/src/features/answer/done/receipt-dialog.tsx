import { Printer } from "lucide-react";
import { useState } from "react";
import type { ReceivedItem } from "../../../data/inbox/received-item.models.ts";
import type { ReceivedRequest } from "../../../data/inbox/received-request.models.ts";
import { answerWords } from "../../../data/items/answer.models.ts";
import { formatMoment } from "../../../lib/dates.ts";
import { formatCount } from "../../../lib/format-count.ts";
import { formatSize } from "../../../lib/format-size.ts";
import { useNow } from "../../../lib/now.ts";
import { receiptKeys } from "../../../lib/receipt-keys.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { sentText } from "../item/item-state.models.ts";
import { isSent, sentFiles } from "./done.models.ts";
import { SaveReceipt } from "./save-receipt.tsx";
import { UserText } from "../../../ui/layout/user-text.tsx";
import styles from "./receipt-dialog.module.css";

interface ReceiptDialogProps {
  request: ReceivedRequest;
  onClose: () => void;
}

/** Everything that was sent for a request. On paper it stands alone, with the files' checksums. */
export function ReceiptDialog({ request, onClose }: ReceiptDialogProps) {
  const now = useNow();
  const { count, bytes } = sentFiles(request.items);
  const [hasChecksums, setChecksums] = useState(false);
  return (
    <Dialog
      open
      title="Receipt"
      onClose={onClose}
      footer={
        <Button variant="primary" icon={<Printer aria-hidden="true" />} onClick={() => print()}>
          Print or save as PDF
        </Button>
      }
    >
      <div className={styles["receipt"]} data-checksums={hasChecksums}>
        <UserText as="h3">{request.title}</UserText>
        <p className={styles["facts"]}>
          Sent to <UserText>{request.workspaceName}</UserText>. As of{" "}
          {formatMoment(now.toISOString(), { withYear: true })}.
        </p>
        <ol>
          {request.items.map((item) => (
            <SentItem key={item.id} item={item} />
          ))}
        </ol>
        {count > 0 && (
          <p className={styles["total"]}>
            <b>{formatCount(count, "file")}</b>
            <b>{formatSize(bytes)}</b>
          </p>
        )}
        {count > 0 && (
          <p className={styles["checksums"]}>
            Compare checksums to prove that a file is the one you sent.{" "}
            <Button
              size="small"
              variant="quiet"
              aria-pressed={hasChecksums}
              onClick={() => setChecksums(!hasChecksums)}
            >
              Show checksums
            </Button>
          </p>
        )}
      </div>
      {receiptKeys(document).length > 0 && <SaveReceipt request={request} />}
    </Dialog>
  );
}

function SentItem({ item }: { item: ReceivedItem }) {
  // Like the signed receipt, which others may see.
  const words = item.answer === null || item.isSensitive ? "" : answerWords(item.answer);
  return (
    <li>
      <UserText as="h4">{item.title}</UserText>
      <span>{sentText(item)}</span>
      {words !== "" && <UserText as="p">{words}</UserText>}
      {item.files.filter(isSent).map(({ id, name, size, at, sha256 }) => (
        <p key={id}>
          <UserText>{name}</UserText>
          <span className={styles["facts"]}>
            {formatSize(size)}, {formatMoment(at, { withYear: true })}
          </span>
          <code>{sha256}</code>
        </p>
      ))}
    </li>
  );
}
