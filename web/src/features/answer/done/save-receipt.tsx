import type { Json } from "@sheaf/contract/database.types";
import { pages } from "@sheaf/contract/pages";
import { FileCheck } from "lucide-react";
import type { ReceivedRequest } from "../../../data/inbox/received-request.models.ts";
import { useTakeReceipt } from "../../../data/receipts/take-receipt.mutation.ts";
import { errorText } from "../../../lib/errors.ts";
import { saveBlob } from "../../../lib/save-blob.ts";
import { safeName } from "../../../steps/download/zip-names.models.ts";
import { Button } from "../../../ui/forms/button.tsx";
import styles from "./receipt-dialog.module.css";

/** Asks for the signed receipt and saves it once the worker has made it. */
export function SaveReceipt({ request: { id, title } }: { request: ReceivedRequest }) {
  const receipt = useTakeReceipt(id);
  const save = (signed: Json) => {
    const content = new Blob([JSON.stringify(signed, undefined, 2)], { type: "application/json" });
    saveBlob(content, safeName(`receipt-${title}.json`, "receipt.json"));
  };
  return (
    <div className={styles["signed"]}>
      <p className={styles["facts"]}>
        With a signed receipt, anyone can check later that exactly these files were received.{" "}
        <a href={pages.verify.href()} target="_blank" rel="noreferrer">
          Check a receipt
        </a>
      </p>
      <Button
        busy={receipt.isPending}
        icon={<FileCheck aria-hidden="true" />}
        onClick={() => receipt.mutate(undefined, { onSuccess: save })}
      >
        Save signed receipt
      </Button>
      <p role="status" className={styles["facts"]}>
        {receipt.isPending && "Your files are being checked and the receipt is being signed…"}
        {receipt.isSuccess && "Saved. Keep it together with your files."}
      </p>
      {receipt.isError && <p role="alert">{errorText(receipt.error)}</p>}
    </div>
  );
}
