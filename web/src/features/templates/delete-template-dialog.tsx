import type { Template } from "../../data/templates/template.models.ts";
import { useDeleteDraft } from "../../data/requests/delete-draft.mutation.ts";
import { errorSentences } from "../../lib/errors.ts";
import { whenDone } from "../../lib/when-done.ts";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";

interface DeleteTemplateDialogProps {
  template: Template;
  onClose: () => void;
  onDeleted: () => void;
}

/** Confirms the deletion of a template. */
export function DeleteTemplateDialog({ template, onClose, onDeleted }: DeleteTemplateDialogProps) {
  const remove = useDeleteDraft();
  const toast = useToast();
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete “${template.title}”?`}
      cancelLabel="Keep template"
      confirmLabel="Delete template"
      busy={remove.isPending}
      failure={remove.error && errorSentences(remove.error)}
      onConfirm={() =>
        void whenDone(remove.mutateAsync({ requestId: template.id }), () => {
          toast({ message: "Template deleted" });
          onDeleted();
        })
      }
    >
      <p>Requests made from it stay as they are. This can’t be undone.</p>
    </ConfirmDialog>
  );
}
