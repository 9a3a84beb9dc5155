import { useChangeState } from "../../../data/requests/change-state.mutation.ts";
import type { Request } from "../../../data/requests/request.models.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { closingText } from "./state.models.ts";

interface CloseDialogProps {
  open: boolean;
  onClose: () => void;
  request: Request;
}

/** Confirms closing a request, and says what is missing. */
export function CloseDialog({ open, onClose, request }: CloseDialogProps) {
  const close = useChangeState();
  const toast = useToast();
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Close this request?"
      cancelLabel="Keep it open"
      confirmLabel="Close request"
      tone="primary"
      busy={close.isPending}
      failure={close.error && errorSentences(close.error)}
      onConfirm={() =>
        close.mutate(
          { requestId: request.id, change: "close" },
          {
            onSuccess: () => {
              // Also takes the place of what was said of the state before.
              toast({ message: "Request closed", tone: "success" });
              onClose();
            },
          },
        )
      }
    >
      <p>
        {closingText(request.items)} Recipients can still read the request but can’t add anything. You can
        reopen it at any time.
      </p>
    </ConfirmDialog>
  );
}
