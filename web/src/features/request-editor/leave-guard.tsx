import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useLeaveGuard } from "./use-leave-guard.ts";

interface LeaveGuardProps {
  /** Whether leaving would lose something. */
  armed: boolean;
  onKeep: () => void;
}

/** Asks before a page with unsaved words is left, by link, by the way back, or by closing the window. */
export function LeaveGuard({ armed, onKeep }: LeaveGuardProps) {
  const { isAsking, stay, leave } = useLeaveGuard(armed);
  return (
    <Dialog
      open={isAsking}
      onClose={stay}
      size="small"
      title="Leave without keeping it?"
      footer={
        <>
          <Button variant="danger" onClick={leave}>
            Leave
          </Button>
          <Button
            onClick={() => {
              stay();
              onKeep();
            }}
          >
            Keep as draft
          </Button>
          <Button variant="primary" onClick={stay}>
            Stay here
          </Button>
        </>
      }
    >
      <p>What you wrote since it was last kept would be lost.</p>
    </Dialog>
  );
}
