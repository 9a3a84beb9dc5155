import { Button } from "../../../ui/forms/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { canRepeat, failedTitle } from "./selected-acts.models.ts";
import { UserText } from "../../../ui/layout/user-text.tsx";
import styles from "./selection-bar.module.css";
import type { FailedAct } from "./use-selected-acts.ts";

interface FailedActDialogProps {
  failed: FailedAct | undefined;
  onRetry: (failed: FailedAct) => void;
  onClose: (failed: FailedAct) => void;
}

/** Names the requests that an act failed for, and why. The others have changed. */
export function FailedActDialog({ failed, onRetry, onClose }: FailedActDialogProps) {
  if (!failed) return null;
  const { act, failures, changed } = failed;
  return (
    <Dialog
      open
      onClose={() => onClose(failed)}
      size="small"
      title={failedTitle(act, failures.length, failures.length + changed.length)}
      footer={
        <>
          <Button onClick={() => onClose(failed)}>Close</Button>
          {canRepeat(act) && (
            <Button variant="primary" onClick={() => onRetry(failed)}>
              Try again
            </Button>
          )}
        </>
      }
    >
      <ul className={styles["failures"]}>
        {failures.map(({ request, error }) => (
          <li key={request.id}>
            <UserText as="b">{request.title}</UserText> {error.what} {error.next}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
