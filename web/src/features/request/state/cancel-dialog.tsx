import { useChangeState } from "../../../data/requests/change-state.mutation.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { CancelConsequences } from "../../../steps/cancel-consequences.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";

interface CancelDialogProps {
  open: boolean;
  onClose: () => void;
  requestId: string;
}

/** Confirms the cancellation of a request. */
export function CancelDialog({ open, onClose, requestId }: CancelDialogProps) {
  const cancel = useChangeState();
  const toast = useToast();
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Cancel this request?"
      cancelLabel="Keep request"
      confirmLabel="Cancel request"
      busy={cancel.isPending}
      failure={cancel.error && errorSentences(cancel.error)}
      onConfirm={() =>
        cancel.mutate(
          { requestId, change: "cancel" },
          {
            onSuccess: () => {
              // Also takes the place of what was said of the state before.
              toast({ message: "Request cancelled", tone: "success" });
              onClose();
            },
          },
        )
      }
    >
      <CancelConsequences />
    </ConfirmDialog>
  );
}
