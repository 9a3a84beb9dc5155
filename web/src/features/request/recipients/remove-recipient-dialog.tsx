import { useEditRequest } from "../../../data/requests/edit-request.mutation.ts";
import { personName } from "../../../data/requests/people.models.ts";
import type { Request } from "../../../data/requests/request.models.ts";
import type { Person } from "../../../data/requests/request-summary.models.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { without } from "./recipients-change.models.ts";

interface RemoveRecipientDialogProps {
  request: Request;
  person: Person;
  onClose: () => void;
}

/** Confirms removing a recipient. */
export function RemoveRecipientDialog({ request, person, onClose }: RemoveRecipientDialogProps) {
  const edit = useEditRequest();
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Remove ${personName(person)}?`}
      cancelLabel="Keep"
      confirmLabel="Remove"
      busy={edit.isPending}
      failure={edit.error && errorSentences(edit.error)}
      onConfirm={() =>
        edit.mutate(
          {
            requestId: request.id,
            revision: request.revision,
            change: { recipients: without(request.people, person) },
          },
          { onSuccess: onClose },
        )
      }
    >
      <p>They won’t be able to open this request or any of its files. What they added stays with you.</p>
    </ConfirmDialog>
  );
}
