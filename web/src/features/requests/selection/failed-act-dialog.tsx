import { Button } from "../../../ui/forms/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { failedTitle } from "./selected-acts.models.ts";
import styles from "./selection-bar.module.css";
import type { FailedAct } from "./use-selected-acts.ts";

interface FailedActDialogProps {
  failed: FailedAct | undefined;
  onRetry: (failed: FailedAct) => void;
  onClose: () => void;
}

/** Names the requests that an act failed for, and why. The others have changed. */
export function FailedActDialog({ failed, onRetry, onClose }: FailedActDialogProps) {
  if (!failed) return null;
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={failedTitle(failed.act, failed.failures.length, failed.all)}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" onClick={() => onRetry(failed)}>
            Try again
          </Button>
        </>
      }
    >
      <ul className={styles["failures"]}>
        {failed.failures.map(({ request, error }) => (
          <li key={request.id}>
            <b>{request.title}</b> {error.what} {error.next}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
