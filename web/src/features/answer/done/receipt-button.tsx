import { ReceiptText } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { ReceivedRequest } from "../../../data/inbox/received-request.models.ts";
import { Button } from "../../../ui/forms/button.tsx";

const ReceiptDialog = lazy(async () => ({ default: (await import("./receipt-dialog.tsx")).ReceiptDialog }));

/** Opens the list of what was sent, to be printed or saved. */
export function ReceiptButton({ request }: { request: ReceivedRequest }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="primary"
        size="large"
        block
        icon={<ReceiptText aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        Show receipt
      </Button>
      {isOpen && (
        <Suspense>
          <ReceiptDialog request={request} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
