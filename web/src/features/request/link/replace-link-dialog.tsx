import { useRotateLink } from "../../../data/requests/rotate-link.mutation.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { inDialog } from "../../../steps/confirm-identity/in-place.tsx";
import { useProven } from "../../../steps/confirm-identity/use-proven.ts";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";

interface ReplaceLinkDialogProps {
  open: boolean;
  onClose: () => void;
  requestId: string;
  onReplaced: () => void;
}

/** Confirms the replacement of a link that may already be in recipients' inboxes. */
export function ReplaceLinkDialog({ open, onClose, requestId, onReplaced }: ReplaceLinkDialogProps) {
  const rotate = useProven("links", useRotateLink());
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Replace the link?"
      cancelLabel="Keep this link"
      confirmLabel="Replace the link"
      busy={rotate.isPending}
      failure={rotate.error && errorSentences(rotate.error)}
      step={inDialog(rotate.question)}
      onConfirm={() => rotate.mutate({ requestId }, { onSuccess: onReplaced })}
    >
      <p>
        The link you shared stops working immediately. People who have already opened it keep access; everyone
        else needs the new one.
      </p>
    </ConfirmDialog>
  );
}
