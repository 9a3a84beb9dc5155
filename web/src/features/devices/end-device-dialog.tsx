import type { Device } from "../../data/devices/device.models.ts";
import { useEndDevice } from "../../data/devices/end-device.mutation.ts";
import { errorSentences } from "../../lib/errors.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { useToast } from "../../ui/toast.tsx";
import { deviceName } from "./device-name.models.ts";

interface EndDeviceDialogProps {
  /** The device to be signed out; without one the dialog is closed. */
  device: Device | undefined;
  onClose: () => void;
}

/** Asks before a device is signed out, and says what that means there. */
export function EndDeviceDialog({ device, onClose }: EndDeviceDialogProps) {
  const ending = useEndDevice();
  const toast = useToast();
  const name = deviceName(device?.userAgent ?? "");
  const close = () => {
    ending.reset();
    onClose();
  };
  const end = ({ id }: Device) =>
    ending.mutate(
      { id },
      {
        onSuccess: () => {
          toast({ message: `${name} is signed out.`, tone: "success" });
          close();
        },
      },
    );

  return (
    <ConfirmDialog
      open={device !== undefined}
      onClose={close}
      title={`End ${name}?`}
      keepLabel="Keep it"
      confirmLabel="End it"
      busy={ending.isPending}
      failure={ending.error && errorSentences(ending.error)}
      onConfirm={() => device && end(device)}
    >
      <p>
        It is signed out at once and sees nothing of yours any more. If you do not know this device, change
        your password as well.
      </p>
    </ConfirmDialog>
  );
}
