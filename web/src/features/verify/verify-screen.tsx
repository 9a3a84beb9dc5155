import type { Receipt } from "@sheaf/contract/receipt/receipt";
import { LockKeyhole } from "lucide-react";
import { formatCount } from "../../lib/format-count.ts";
import { Card } from "../../ui/layout/card.tsx";
import { Notice } from "../../ui/status/notice.tsx";
import { ChooseFiles } from "./choose-files.tsx";
import { FileResult } from "./file-result.tsx";
import { ReceiptAnswers } from "./receipt-answers.tsx";
import { ReceiptCard } from "./receipt-card.tsx";
import { type DroppedFile, useVerification } from "./use-verification.ts";
import { judge, type Judgement, receiptAdvice } from "./verify.models.ts";
import styles from "./verify.module.css";

/** Compares files with a signed receipt, in this browser alone. */
export function VerifyScreen() {
  const { receipt, files, isReading, add } = useVerification();
  const genuine = receipt.status === "genuine" ? receipt : undefined;
  return (
    <div className={styles["page"]}>
      <h1>Check a receipt</h1>
      <p className={styles["lead"]}>
        Find out whether a file is exactly the one that was received. Everything is checked in this browser;
        nothing is uploaded.
      </p>
      <div aria-live="polite">
        {genuine && <ReceiptCard signed={genuine.signed} fingerprint={genuine.fingerprint} />}
        {receipt.status === "refused" && (
          <Notice tone="returned">
            <b>{receiptAdvice[receipt.problem].title}</b>
            <p>{receiptAdvice[receipt.problem].text}</p>
          </Notice>
        )}
      </div>
      {genuine && <ReceiptAnswers receipt={genuine.signed.receipt} />}
      {files.length > 0 && <Results files={files} receipt={genuine?.signed.receipt} />}
      <ChooseFiles
        title={
          files.length === 0 && receipt.status === "none" ? "Drop a receipt and files" : "Drop more files"
        }
        hint={
          receipt.status === "none"
            ? "The receipt is the file whose name ends in .json"
            : "Or another receipt"
        }
        busy={isReading}
        onChoose={add}
      />
      <p className={styles["offline"]}>
        <LockKeyhole aria-hidden="true" />
        Works offline. You can disconnect now and check again.
      </p>
    </div>
  );
}

interface ResultsProps {
  files: readonly DroppedFile[];
  receipt: Receipt | undefined;
}

function Results({ files, receipt }: ResultsProps) {
  const kinds = receipt
    ? files.flatMap(({ name, size, sha256 }) => (sha256 ? [judge(receipt, { name, size, sha256 }).kind] : []))
    : [];
  const count = (kind: Judgement["kind"]) => kinds.filter((other) => other === kind).length;
  return (
    <section>
      <div className={styles["totals"]}>
        <h2>
          {formatCount(files.length, "file")}
          {kinds.length === files.length && " checked"}
        </h2>
        <p role="status">
          {count("received") > 0 && <span data-tone="accepted">{count("received")} received</span>}
          {count("different") > 0 && <span data-tone="returned">{count("different")} different</span>}
          {count("absent") > 0 && <span>{count("absent")} not in this receipt</span>}
        </p>
      </div>
      <Card>
        <ul className={styles["results"]}>
          {files.map((file) => (
            <FileResult key={file.id} file={file} receipt={receipt} />
          ))}
        </ul>
      </Card>
    </section>
  );
}
