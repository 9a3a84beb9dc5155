import { useSignOutOtherDevices } from "../../data/devices/sign-out-other-devices.mutation.ts";
import { formatCount } from "../../lib/format-count.ts";
import { errorSentences } from "../../lib/errors.ts";
import { whenDone } from "../../lib/when-done.ts";
import { inDialog } from "../../steps/confirm-identity/in-place.tsx";
import { useProven } from "../../steps/confirm-identity/use-proven.ts";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";

interface SignOutOthersDialogProps {
  open: boolean;
  /** Other devices that this page knows of. */
  count: number;
  onClose: () => void;
}

export function SignOutOthersDialog({ open, count, onClose }: SignOutOthersDialogProps) {
  const signingOut = useProven("sessions", useSignOutOtherDevices());
  const toast = useToast();
  const close = () => {
    signingOut.reset();
    onClose();
  };
  const end = () =>
    void whenDone(signingOut.mutateAsync(), (ended) => {
      toast({ message: signedOutText(ended), tone: "success" });
      close();
    });

  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title="Sign out all other devices?"
      cancelLabel="Cancel"
      confirmLabel="Sign out all other devices"
      busy={signingOut.isPending}
      failure={signingOut.error && errorSentences(signingOut.error)}
      step={inDialog(signingOut.question)}
      onConfirm={end}
    >
      <p>{formatCount(count, "other device")} will be signed out immediately. You stay signed in here.</p>
    </ConfirmDialog>
  );
}

function signedOutText(count: number): string {
  if (count === 0) return "There were no other signed-in devices.";
  return `${formatCount(count, "other device")} ${count === 1 ? "has" : "have"} been signed out.`;
}
