import type { Example } from "../../../data/examples/example.models.ts";
import { useRemoveExample } from "../../../data/examples/remove-example.mutation.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { whenDone } from "../../../lib/when-done.ts";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";

interface RemoveExampleDialogProps {
  /** Undefined closes the dialog. */
  example: Example | undefined;
  onClose: () => void;
  /** Called before `onClose`. */
  onRemoved: () => void;
}

/** Confirms the removal of an example, which can't be undone. */
export function RemoveExampleDialog({ example, onClose, onRemoved }: RemoveExampleDialogProps) {
  const removal = useRemoveExample();
  const toast = useToast();
  const close = () => {
    removal.reset();
    onClose();
  };
  const remove = ({ id, name }: Example) =>
    void whenDone(removal.mutateAsync({ exampleId: id }), () => {
      toast({ message: `${name} was removed.` });
      onRemoved();
      close();
    });
  return (
    <ConfirmDialog
      open={example !== undefined}
      onClose={close}
      title="Remove this example?"
      cancelLabel="Keep it"
      confirmLabel="Remove example"
      busy={removal.isPending}
      failure={removal.error && errorSentences(removal.error)}
      onConfirm={() => example && remove(example)}
    >
      <p>
        <b translate="no">{example?.name}</b> can’t be opened any more.
      </p>
    </ConfirmDialog>
  );
}
