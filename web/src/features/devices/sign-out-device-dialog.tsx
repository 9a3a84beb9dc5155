import type { Device } from "../../data/devices/device.models.ts";
import { useSignOutDevice } from "../../data/devices/sign-out-device.mutation.ts";
import { errorSentences } from "../../lib/errors.ts";
import { whenDone } from "../../lib/when-done.ts";
import { inDialog } from "../../steps/confirm-identity/in-place.tsx";
import { useProven } from "../../steps/confirm-identity/use-proven.ts";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";
import { deviceName } from "@sheaf/contract/device-name";

interface SignOutDeviceDialogProps {
  /** Undefined while the dialog is closed. */
  device: Device | undefined;
  onClose: () => void;
}

export function SignOutDeviceDialog({ device, onClose }: SignOutDeviceDialogProps) {
  const signingOut = useProven("sessions", useSignOutDevice());
  const toast = useToast();
  const name = deviceName(device?.userAgent ?? "");
  const close = () => {
    signingOut.reset();
    onClose();
  };
  const end = ({ id }: Device) =>
    void whenDone(signingOut.mutateAsync({ id }), () => {
      toast({ message: `${name} has been signed out.`, tone: "success" });
      close();
    });

  return (
    <ConfirmDialog
      open={device !== undefined}
      onClose={close}
      title={`Sign out ${name}?`}
      cancelLabel="Cancel"
      confirmLabel="Sign out"
      busy={signingOut.isPending}
      failure={signingOut.error && errorSentences(signingOut.error)}
      step={inDialog(signingOut.question)}
      onConfirm={() => device && end(device)}
    >
      <p>
        The device is signed out immediately and loses access. If you don’t recognise it, change your password
        as well.
      </p>
    </ConfirmDialog>
  );
}
