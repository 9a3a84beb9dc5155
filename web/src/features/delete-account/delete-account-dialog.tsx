import { useQuery } from "@tanstack/react-query";
import { deletionImpactOptions } from "../../data/account/deletion-impact.query.ts";
import { errorSentences } from "../../lib/errors.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { Skeleton } from "../../ui/status/skeleton.tsx";
import { LiveRegion } from "../../ui/theme/visually-hidden.tsx";
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

export function DeleteAccountDialog({ userId, email, onClose, onDeleted }: DeleteAccountDialogProps) {
  const impact = useQuery(deletionImpactOptions({ userId }));
  // A cached response from an earlier opening may be out of date.
  const current = impact.isFetchedAfterMount ? impact.data : undefined;
  if (current && current.blocking.length > 0) {
    return <OwnersNeeded workspaces={current.blocking} onClose={onClose} />;
  }
  if (current) {
    return (
      <ConfirmDeletion
        title={title}
        email={email}
        deleted={current.deleted}
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
      {impact.isError && !impact.isFetching ? (
        <ErrorState level={3} error={errorSentences(impact.error)} onRetry={() => void impact.refetch()} />
      ) : (
        <div className={styles["text"]}>
          <LiveRegion message="Checking what will be deleted" />
          <Skeleton height="66px" />
          <Skeleton height="44px" />
        </div>
      )}
    </Dialog>
  );
}
