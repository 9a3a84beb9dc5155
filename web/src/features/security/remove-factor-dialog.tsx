import type { Factor } from "../../data/auth-user/auth-user.models.ts";
import { useRemoveFactor } from "../../data/factors/remove-factor.mutation.ts";
import { errorSentences, toAppError } from "../../lib/errors.ts";
import { whenDone } from "../../lib/when-done.ts";
import { inDialog } from "../../steps/confirm-identity/in-place.tsx";
import { useProven } from "../../steps/confirm-identity/use-proven.ts";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";

interface RemoveFactorDialogProps {
  /** Undefined while the dialog is closed. */
  factor: Factor | undefined;
  isLast: boolean;
  onClose: () => void;
  onRemoved: (name: string) => void;
  /** The service asks for a factor first; the dialog has closed and the card leads there. */
  onStepUp: (error: unknown) => void;
}

export function RemoveFactorDialog({
  factor,
  isLast,
  onClose,
  onRemoved,
  onStepUp,
}: RemoveFactorDialogProps) {
  const remove = useProven("factors", useRemoveFactor());
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      open={factor !== undefined}
      onClose={close}
      title={`Remove ${factor?.name ?? "this app"}?`}
      cancelLabel="Cancel"
      confirmLabel="Remove"
      busy={remove.isPending}
      failure={remove.error && errorSentences(remove.error)}
      step={inDialog(remove.question)}
      onConfirm={() => {
        if (!factor) return;
        void whenDone(
          remove.mutateAsync({ factorId: factor.id }),
          () => {
            close();
            onRemoved(factor.name);
          },
          (error) => {
            if (toAppError(error).code !== "insufficient_aal") return;
            close();
            onStepUp(error);
          },
        );
      }}
    >
      {isLast
        ? "This is your only app. Without it, anyone with access to your email can sign in."
        : "Your other authenticator apps keep working."}
    </ConfirmDialog>
  );
}
