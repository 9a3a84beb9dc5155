import type { AddedFile } from "../../data/inbox/asked-request.models.ts";
import { useRemoveFile } from "../../data/uploads/remove-file.mutation.ts";
import { errorSentences } from "../../lib/errors.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { useToast } from "../../ui/toast.tsx";

interface RemoveFileDialogProps {
  /** The file to be taken back; without one the dialog is closed. */
  file: AddedFile | undefined;
  workspaceName: string;
  onClose: () => void;
}

/** Asks before a file is taken back and says what goes and what stays. */
export function RemoveFileDialog({ file, workspaceName, onClose }: RemoveFileDialogProps) {
  const removal = useRemoveFile();
  const toast = useToast();
  const close = () => {
    removal.reset();
    onClose();
  };
  const remove = ({ id, name }: AddedFile) =>
    removal.mutate(
      { fileId: id },
      {
        onSuccess: () => {
          toast({ message: `${name} was taken back.` });
          close();
        },
      },
    );

  return (
    <ConfirmDialog
      open={file !== undefined}
      onClose={close}
      title="Take this file back?"
      keepLabel="Keep it"
      confirmLabel="Take it back"
      busy={removal.isPending}
      failure={removal.error && errorSentences(removal.error)}
      onConfirm={() => file && remove(file)}
    >
      <p>
        {workspaceName} can no longer open <b>{file?.name}</b>. Its name, size and time stay in the history of
        the request.
      </p>
    </ConfirmDialog>
  );
}
