import { useQuery } from "@tanstack/react-query";
import { leavingOptions } from "../../data/account/leaving.query.ts";
import { errorSentences } from "../../lib/errors.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { LiveRegion } from "../../ui/visually-hidden.tsx";
import { ConfirmDeletion } from "./confirm-deletion.tsx";
import styles from "./delete-account.module.css";
import { OwnersNeeded } from "./owners-needed.tsx";

interface DeleteAccountDialogProps {
  userId: string;
  email: string;
  onClose: () => void;
  onDeleted: () => void;
}

const title = "Delete your account?";

/** Says what goes before anything can, or why it cannot go yet. */
export function DeleteAccountDialog({ userId, email, onClose, onDeleted }: DeleteAccountDialogProps) {
  const leaving = useQuery(leavingOptions({ userId }));
  // What was read when the dialog was open before may not be what goes now.
  const current = leaving.isFetchedAfterMount ? leaving.data : undefined;
  if (current && current.inTheWay.length > 0) {
    return <OwnersNeeded workspaces={current.inTheWay} onClose={onClose} />;
  }
  if (current) {
    return (
      <ConfirmDeletion
        title={title}
        email={email}
        goAlong={current.goAlong}
        onClose={onClose}
        onDeleted={onDeleted}
      />
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={title}
      footer={<Button onClick={onClose}>Keep my account</Button>}
    >
      {leaving.isError && !leaving.isFetching ? (
        <ErrorState level={3} error={errorSentences(leaving.error)} onRetry={() => void leaving.refetch()} />
      ) : (
        <div className={styles["words"]}>
          <LiveRegion message="Looking up what goes with your account" />
          <Skeleton height="66px" />
          <Skeleton height="44px" />
        </div>
      )}
    </Dialog>
  );
}
