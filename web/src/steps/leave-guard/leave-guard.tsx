import { Button } from "../../ui/forms/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { useLeaveGuard } from "./use-leave-guard.ts";

interface LeaveGuardProps {
  /** Leaving would lose unsaved changes. */
  armed: boolean;
  /** Without it, nothing can be saved. */
  onSave?: () => void;
  title?: string;
  /** The loss that the page warns of. */
  text?: string;
}

/** Confirms leaving with unsaved changes by link, back button or closing the window. */
export function LeaveGuard({
  armed,
  onSave,
  title = "Leave without saving?",
  text = "Your unsaved changes will be lost.",
}: LeaveGuardProps) {
  const { isAsking, stay, leave } = useLeaveGuard(armed);
  return (
    <Dialog
      open={isAsking}
      onClose={stay}
      size="small"
      title={title}
      footer={
        <>
          <Button variant="danger" onClick={leave}>
            Leave
          </Button>
          {onSave && (
            <Button
              onClick={() => {
                stay();
                onSave();
              }}
            >
              Save changes
            </Button>
          )}
          <Button variant="primary" onClick={stay}>
            Stay here
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
