import type { AddedFile } from "../../data/inbox/asked-request.models.ts";
import { useRemoveFile } from "../../data/uploads/remove-file.mutation.ts";
import { errorSentences } from "../../lib/errors.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
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
  const failure = removal.error && errorSentences(removal.error);
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
    <Dialog
      open={file !== undefined}
      onClose={close}
      title="Take this file back?"
      size="small"
      footer={
        <>
          <Button onClick={close}>Keep it</Button>
          <Button variant="danger" busy={removal.isPending} onClick={() => file && remove(file)}>
            Take it back
          </Button>
        </>
      }
    >
      <p>
        {workspaceName} can no longer open <b>{file?.name}</b>. Its name, size and time stay in the history of
        the request.
      </p>
      {failure && (
        <Notice tone="returned" announce>
          {failure.what} {failure.next}
        </Notice>
      )}
    </Dialog>
  );
}
