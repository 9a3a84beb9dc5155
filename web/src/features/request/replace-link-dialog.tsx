import { useRotateLink } from "../../data/requests/rotate-link.mutation.ts";
import { errorSentences } from "../../lib/errors.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";

interface ReplaceLinkDialogProps {
  open: boolean;
  onClose: () => void;
  requestId: string;
  onReplaced: () => void;
}

/** Asks before the link that people may have in their mail stops working. */
export function ReplaceLinkDialog({ open, onClose, requestId, onReplaced }: ReplaceLinkDialogProps) {
  const rotate = useRotateLink();
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Replace the link?"
      keepLabel="Keep this one"
      confirmLabel="Replace the link"
      busy={rotate.isPending}
      failure={rotate.error && errorSentences(rotate.error)}
      onConfirm={() => rotate.mutate({ requestId }, { onSuccess: onReplaced })}
    >
      <p>
        The link that you shared stops working at once. People who have opened it before keep their place;
        everybody else needs the new one.
      </p>
    </ConfirmDialog>
  );
}
