import { useEndOtherDevices } from "../../data/devices/end-other-devices.mutation.ts";
import { countWords } from "../../lib/count-words.ts";
import { errorSentences } from "../../lib/errors.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { useToast } from "../../ui/toast.tsx";

interface EndOthersDialogProps {
  open: boolean;
  /** How many there are, as far as this page knows. */
  count: number;
  onClose: () => void;
}

/** Asks before every device but this one is signed out; afterwards says how many there were. */
export function EndOthersDialog({ open, count, onClose }: EndOthersDialogProps) {
  const ending = useEndOtherDevices();
  const toast = useToast();
  const close = () => {
    ending.reset();
    onClose();
  };
  const end = () =>
    ending.mutate(undefined, {
      onSuccess: (ended) => {
        toast({ message: endedWords(ended), tone: "success" });
        close();
      },
    });

  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title="End all others?"
      keepLabel="Keep them"
      confirmLabel="End all others"
      busy={ending.isPending}
      failure={ending.error && errorSentences(ending.error)}
      onConfirm={end}
    >
      <p>
        {countWords(count, "other device")} {count === 1 ? "is" : "are"} signed out at once. You stay signed
        in here.
      </p>
    </ConfirmDialog>
  );
}

function endedWords(count: number): string {
  if (count === 0) return "Nobody was signed in anywhere else any more.";
  return `${countWords(count, "other device")} ${count === 1 ? "is" : "are"} signed out.`;
}
