import type { Identity } from "../../data/auth-user/auth-user.models.ts";
import { useUnlinkIdentity } from "../../data/identities/unlink-identity.mutation.ts";
import { errorSentences } from "../../lib/errors.ts";
import { whenDone } from "../../lib/when-done.ts";
import { inDialog } from "../../steps/confirm-identity/in-place.tsx";
import { useProven } from "../../steps/confirm-identity/use-proven.ts";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";

interface UnlinkDialogProps {
  /** Undefined while the dialog is closed. */
  linked: { identity: Identity; name: string } | undefined;
  onClose: () => void;
  onRemoved: (name: string) => void;
}

export function UnlinkDialog({ linked, onClose, onRemoved }: UnlinkDialogProps) {
  const unlink = useProven("identities", useUnlinkIdentity());
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
      step={inDialog(unlink.question)}
      onConfirm={() => {
        if (!linked) return;
        void whenDone(unlink.mutateAsync({ id: linked.identity.id }), () => {
          close();
          onRemoved(linked.name);
        });
      }}
    >
      It can no longer sign you in here. Your other sign-in methods stay as they are.
    </ConfirmDialog>
  );
}
