import { useCancelRequest } from "../../data/requests/cancel-request.mutation.ts";
import { errorSentences } from "../../lib/errors.ts";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";

interface CancelDialogProps {
  open: boolean;
  onClose: () => void;
  requestId: string;
}

/** Confirms the cancellation of a request. */
export function CancelDialog({ open, onClose, requestId }: CancelDialogProps) {
  const cancel = useCancelRequest();
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Cancel this request?"
      cancelLabel="Keep request"
      confirmLabel="Cancel request"
      busy={cancel.isPending}
      failure={cancel.error && errorSentences(cancel.error)}
      onConfirm={() => cancel.mutate({ requestId }, { onSuccess: onClose })}
    >
      <p>
        Recipients can no longer add anything or open each other’s files, and the link stops working. You keep
        everything already received. A cancelled request can’t be reopened.
      </p>
    </ConfirmDialog>
  );
}
