import type { Identity } from "../../data/auth-user/auth-user.models.ts";
import { useUnlinkIdentity } from "../../data/identities/unlink-identity.mutation.ts";
import { errorSentences } from "../../lib/errors.ts";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";

interface UnlinkDialogProps {
  /** Undefined while the dialog is closed. */
  linked: { identity: Identity; name: string } | undefined;
  onClose: () => void;
  onRemoved: (name: string) => void;
}

export function UnlinkDialog({ linked, onClose, onRemoved }: UnlinkDialogProps) {
  const unlink = useUnlinkIdentity();
  const close = () => {
    unlink.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      open={linked !== undefined}
      onClose={close}
      title={`Remove ${linked?.name ?? "this account"}?`}
      cancelLabel="Cancel"
      confirmLabel="Remove"
      busy={unlink.isPending}
      failure={unlink.error && errorSentences(unlink.error)}
      onConfirm={() => {
        if (!linked) return;
        unlink.mutate(
          { id: linked.identity.id },
          {
            onSuccess: () => {
              close();
              onRemoved(linked.name);
            },
          },
        );
      }}
    >
      It can no longer sign you in here. Your other sign-in methods stay as they are.
    </ConfirmDialog>
  );
}
