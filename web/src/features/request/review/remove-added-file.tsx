import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { StoredFile } from "../../../data/files/file.models.ts";
import { useRemoveFile } from "../../../data/uploads/remove-file.mutation.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { whenDone } from "../../../lib/when-done.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";

/** Removes a file that a member added, after a confirmation. Recipients can read it until then. */
export function RemoveAddedFile({ file: { id: fileId, name } }: { file: StoredFile }) {
  const [isAsking, setAsking] = useState(false);
  const removal = useRemoveFile();
  const toast = useToast();
  const close = () => {
    removal.reset();
    setAsking(false);
  };
  const remove = () =>
    void whenDone(removal.mutateAsync({ fileId }), () => {
      toast({ message: `${name} was removed.` });
      close();
    });
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        icon={<Trash2 />}
        aria-label={`Remove ${name}`}
        title="Remove"
        onClick={() => setAsking(true)}
      >
        Remove
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={close}
        title="Remove this file?"
        cancelLabel="Keep it"
        confirmLabel="Remove file"
        busy={removal.isPending}
        failure={removal.error && errorSentences(removal.error)}
        onConfirm={remove}
      >
        <p>
          <b translate="no">{name}</b> can’t be opened any more. Its name, size and time stay in the request’s
          history.
        </p>
      </ConfirmDialog>
    </>
  );
}
