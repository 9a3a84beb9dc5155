import type { SignedReceipt } from "@sheaf/contract/receipt/receipt";
import { ShieldCheck } from "lucide-react";
import { formatMoment } from "../../lib/dates.ts";
import { formatCount } from "../../lib/format-count.ts";
import { Card } from "../../ui/layout/card.tsx";
import { countFiles, grouped } from "./verify.models.ts";
import { UserText } from "../../ui/layout/user-text.tsx";
import styles from "./verify.module.css";

interface ReceiptCardProps {
  signed: SignedReceipt;
  /** Lower-case hexadecimal. */
  fingerprint: string;
}

/** A genuine receipt, and the facts that let anyone else check it. */
export function ReceiptCard({ signed: { receipt, signature }, fingerprint }: ReceiptCardProps) {
  const { workspace, request, recipient, items, history } = receipt;
  return (
    <Card className={styles["receipt"]}>
      <span className={styles["badge"]} data-tone="accepted">
        <ShieldCheck aria-hidden="true" />
      </span>
      <div className={styles["about"]}>
        <p className={styles["verdict"]}>Genuine receipt, unchanged</p>
        <UserText as="h2">{request.title}</UserText>
        <p>
          {recipient.name || recipient.email} to {workspace.name}, {formatCount(items.length, "item")},{" "}
          {formatCount(countFiles(receipt), "file")}
        </p>
      </div>
      <div className={styles["moment"]}>
        <p>{formatMoment(receipt.issued_at, { withYear: true })}</p>
        <code title="First half of the SHA-256 of what was signed">
          {grouped(fingerprint.slice(0, 16).toUpperCase())}
        </code>
      </div>
      <details className={styles["signature"]}>
        <summary>Signature and key</summary>
        <dl>
          <dt>Signed with</dt>
          <dd>
            {signature.algorithm}, key {signature.kid}
          </dd>
          <dt>Signature</dt>
          <dd>
            <code>{signature.value}</code>
          </dd>
          <dt>SHA-256 of what was signed</dt>
          <dd>
            <code>{fingerprint}</code>
          </dd>
          <dt>History up to event {history.seq}</dt>
          <dd>
            <code>{history.hash}</code>
          </dd>
          <dt>Recipient</dt>
          <dd>{recipient.email}</dd>
          <dt>Receipt</dt>
          <dd>
            <code>{receipt.id}</code>
          </dd>
        </dl>
      </details>
    </Card>
  );
}
