import { useCancelRequest } from "../../data/requests/cancel-request.mutation.ts";
import { errorSentences } from "../../lib/errors.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";

interface CancelDialogProps {
  open: boolean;
  onClose: () => void;
  requestId: string;
}

/** Asks before a request ends, and says what goes and what stays. */
export function CancelDialog({ open, onClose, requestId }: CancelDialogProps) {
  const cancel = useCancelRequest();
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Cancel this request?"
      keepLabel="Keep it open"
      confirmLabel="Cancel the request"
      busy={cancel.isPending}
      failure={cancel.error && errorSentences(cancel.error)}
      onConfirm={() => cancel.mutate({ requestId }, { onSuccess: onClose })}
    >
      <p>
        Nobody can add anything any more, and the link stops working. What has come in stays here for you. A
        cancelled request cannot be opened again.
      </p>
    </ConfirmDialog>
  );
}
