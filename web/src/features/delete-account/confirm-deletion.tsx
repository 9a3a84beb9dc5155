import { useDeleteAccount } from "../../data/account/delete-account.mutation.ts";
import type { SoleOwnership } from "../../data/account/deletion-impact.models.ts";
import { errorSentences } from "../../lib/errors.ts";
import { inDialog } from "../../steps/confirm-identity/in-place.tsx";
import { useProven } from "../../steps/confirm-identity/use-proven.ts";
import { TypedConfirmDialog } from "../../ui/overlays/typed-confirm-dialog.tsx";
import styles from "./delete-account.module.css";
import { contentText } from "./deletion.models.ts";

interface ConfirmDeletionProps {
  title: string;
  email: string;
  deleted: readonly SoleOwnership[];
  onClose: () => void;
  onDeleted: () => void;
}

/** Lists everything that is deleted and asks for the address as confirmation. */
export function ConfirmDeletion({ title, email, deleted, onClose, onDeleted }: ConfirmDeletionProps) {
  const deletion = useProven("delete_account", useDeleteAccount());
  const confirm = () =>
    deletion.mutate({ workspaces: deleted.map(({ workspaceId }) => workspaceId) }, { onSuccess: onDeleted });
  return (
    <TypedConfirmDialog
      title={title}
      cancelLabel="Keep my account"
      confirmLabel="Delete account"
      expected={email}
      mismatch="That isn’t the address of this account."
      type="email"
      busy={deletion.isPending}
      failure={deletion.error && errorSentences(deletion.error)}
      step={inDialog(deletion.question)}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>Your account, name and all sign-in methods will be permanently deleted.</p>
      {deleted.map((workspace) => (
        <p key={workspace.workspaceId} className={styles["goes"]}>
          <b translate="no">{workspace.name}</b> will be deleted too, because it has no other members.{" "}
          {contentText(workspace)}
        </p>
      ))}
      <p>Anything you added to other people’s requests stays there under your name.</p>
    </TypedConfirmDialog>
  );
}
