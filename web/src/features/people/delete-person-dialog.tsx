import { useDeletePerson } from "../../data/people/delete-person.mutation.ts";
import type { Person } from "../../data/people/person.models.ts";
import { errorSentences } from "../../lib/errors.ts";
import { whenDone } from "../../lib/when-done.ts";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";

interface DeletePersonDialogProps {
  person: Person;
  onClose: () => void;
  onDeleted: () => void;
}

/** Confirms that a person is deleted. */
export function DeletePersonDialog({ person, onClose, onDeleted }: DeletePersonDialogProps) {
  const deletion = useDeletePerson();
  const toast = useToast();
  const confirm = () =>
    void whenDone(deletion.mutateAsync({ personId: person.id }), () => {
      toast({ message: `${person.label} has been deleted.`, tone: "success" });
      onDeleted();
    });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete ${person.label}?`}
      cancelLabel="Keep"
      confirmLabel="Delete"
      busy={deletion.isPending}
      failure={deletion.error && errorSentences(deletion.error)}
      onConfirm={confirm}
    >
      <p>
        Their addresses, names, phone number, client, note and tags are deleted for good. You can only do this
        if no request, draft or bulk send names them.
      </p>
    </ConfirmDialog>
  );
}
