import { Button } from "../../ui/forms/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { useLeaveGuard } from "./use-leave-guard.ts";

interface LeaveGuardProps {
  /** Leaving would lose unsaved changes. */
  armed: boolean;
  onSave: () => void;
}

/** Confirms leaving with unsaved changes by link, back button or closing the window. */
export function LeaveGuard({ armed, onSave }: LeaveGuardProps) {
  const { isAsking, stay, leave } = useLeaveGuard(armed);
  return (
    <Dialog
      open={isAsking}
      onClose={stay}
      size="small"
      title="Leave without saving?"
      footer={
        <>
          <Button variant="danger" onClick={leave}>
            Leave
          </Button>
          <Button
            onClick={() => {
              stay();
              onSave();
            }}
          >
            Save changes
          </Button>
          <Button variant="primary" onClick={stay}>
            Stay here
          </Button>
        </>
      }
    >
      <p>Your unsaved changes will be lost.</p>
    </Dialog>
  );
}
