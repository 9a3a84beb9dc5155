import type { AddedFile } from "../../../data/inbox/received-item.models.ts";
import { useRemoveFile } from "../../../data/uploads/remove-file.mutation.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { whenDone } from "../../../lib/when-done.ts";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";

interface RemoveFileDialogProps {
  /** The file to remove; undefined closes the dialog. */
  file: AddedFile | undefined;
  workspaceName: string;
  onClose: () => void;
}

/** Confirms the removal of a file. */
export function RemoveFileDialog({ file, workspaceName, onClose }: RemoveFileDialogProps) {
  const removal = useRemoveFile();
  const toast = useToast();
  const close = () => {
    removal.reset();
    onClose();
  };
  const remove = ({ id, name }: AddedFile) =>
    void whenDone(removal.mutateAsync({ fileId: id }), () => {
      toast({ message: `${name} was removed.` });
      close();
    });

  return (
    <ConfirmDialog
      open={file !== undefined}
      onClose={close}
      title="Remove this file?"
      cancelLabel="Keep it"
      confirmLabel="Remove file"
      busy={removal.isPending}
      failure={removal.error && errorSentences(removal.error)}
      onConfirm={() => file && remove(file)}
    >
      <p>
        {workspaceName} won’t be able to open <b translate="no">{file?.name}</b> any more. Its name, size and
        time stay in the request’s history.
      </p>
    </ConfirmDialog>
  );
}
