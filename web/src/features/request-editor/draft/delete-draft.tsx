import { useState } from "react";
import { useDeleteDraft } from "../../../data/requests/delete-draft.mutation.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { whenDone } from "../../../lib/when-done.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";

interface DeleteDraftProps {
  requestId: string;
  onDeleted: () => void;
}

/** Deletes a draft after confirmation. */
export function DeleteDraft({ requestId, onDeleted }: DeleteDraftProps) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useDeleteDraft();
  const toast = useToast();
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => setIsAsking(true)}>
        Delete draft
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title="Delete this draft?"
        cancelLabel="Keep draft"
        confirmLabel="Delete draft"
        busy={remove.isPending}
        failure={remove.error && errorSentences(remove.error)}
        onConfirm={() =>
          void whenDone(remove.mutateAsync({ requestId }), () => {
            toast({ message: "Draft deleted" });
            onDeleted();
          })
        }
      >
        <p>
          Its items, recipients and message will be deleted. Nobody has received it. This can’t be undone.
        </p>
      </ConfirmDialog>
    </>
  );
}
