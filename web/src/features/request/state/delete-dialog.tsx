import { limits } from "@sheaf/contract/limits";
import { useChangeState } from "../../../data/requests/change-state.mutation.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { inDialog } from "../../../steps/confirm-identity/in-place.tsx";
import { useProven } from "../../../steps/confirm-identity/use-proven.ts";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";

interface DeleteDialogProps {
  onClose: () => void;
  requestId: string;
}

/** Confirms that a request goes into the bin. */
export function DeleteDialog({ onClose, requestId }: DeleteDialogProps) {
  const change = useProven("delete_requests", useChangeState());
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Delete this request?"
      cancelLabel="Keep request"
      confirmLabel="Move to the bin"
      busy={change.isPending}
      failure={change.error && errorSentences(change.error)}
      step={inDialog(change.question)}
      onConfirm={() => change.mutate({ requestId, change: "delete" }, { onSuccess: onClose })}
    >
      <p>
        It stays in the bin for {limits.daysInBin} days, where you can restore it. Then it’s deleted for good,
        with all files, answers and its history. If it repeats, it won’t be sent again. We email the
        recipients, the owners and the members who watch it.
      </p>
    </ConfirmDialog>
  );
}
