import type { Passkey } from "../../data/passkeys/passkey.models.ts";
import { useRemovePasskey } from "../../data/passkeys/remove-passkey.mutation.ts";
import { errorSentences } from "../../lib/errors.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";

interface RemovePasskeyDialogProps {
  /** Undefined while the dialog is closed. */
  passkey: Passkey | undefined;
  onClose: () => void;
  onRemoved: (name: string) => void;
}

export function RemovePasskeyDialog({ passkey, onClose, onRemoved }: RemovePasskeyDialogProps) {
  const remove = useRemovePasskey();
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      open={passkey !== undefined}
      onClose={close}
      title={`Remove ${passkey?.name ?? "this passkey"}?`}
      keepLabel="Keep it"
      confirmLabel="Remove"
      busy={remove.isPending}
      failure={remove.error && errorSentences(remove.error)}
      onConfirm={() => {
        if (!passkey) return;
        remove.mutate(
          { id: passkey.id },
          {
            onSuccess: () => {
              close();
              onRemoved(passkey.name);
            },
          },
        );
      }}
    >
      It will not sign you in here any more. Your device may go on offering it until you delete it there too.
    </ConfirmDialog>
  );
}
