import type { Passkey } from "../../data/passkeys/passkey.models.ts";
import { useRemovePasskey } from "../../data/passkeys/remove-passkey.mutation.ts";
import { errorSentences } from "../../lib/errors.ts";
import { whenDone } from "../../lib/when-done.ts";
import { inDialog } from "../../steps/confirm-identity/in-place.tsx";
import { useProven } from "../../steps/confirm-identity/use-proven.ts";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";

interface RemovePasskeyDialogProps {
  /** Undefined while the dialog is closed. */
  passkey: Passkey | undefined;
  onClose: () => void;
  onRemoved: (name: string) => void;
}

export function RemovePasskeyDialog({ passkey, onClose, onRemoved }: RemovePasskeyDialogProps) {
  const remove = useProven("passkeys", useRemovePasskey());
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      open={passkey !== undefined}
      onClose={close}
      title={`Remove ${passkey?.name ?? "this passkey"}?`}
      cancelLabel="Cancel"
      confirmLabel="Remove"
      busy={remove.isPending}
      failure={remove.error && errorSentences(remove.error)}
      step={inDialog(remove.question)}
      onConfirm={() => {
        if (!passkey) return;
        void whenDone(remove.mutateAsync({ id: passkey.id }), () => {
          close();
          onRemoved(passkey.name);
        });
      }}
    >
      It can no longer sign you in here. Your device may still suggest it until you delete it there too.
    </ConfirmDialog>
  );
}
