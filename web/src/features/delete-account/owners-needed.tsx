import type { SoleOwnership } from "../../data/account/deletion-impact.models.ts";
import { formatCount } from "../../lib/format-count.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import styles from "./delete-account.module.css";

interface OwnersNeededProps {
  workspaces: readonly SoleOwnership[];
  onClose: () => void;
}

/** The account cannot be deleted while other members would be left without an owner. */
export function OwnersNeeded({ workspaces, onClose }: OwnersNeededProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title="You’re the only owner"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className={styles["text"]}>
        <p>These workspaces would have no owner:</p>
        <ul className={styles["list"]}>
          {workspaces.map(({ workspaceId, name, otherMembers }) => (
            <li key={workspaceId}>
              <b translate="no">{name}</b>, with {formatCount(otherMembers, "other member")}
            </li>
          ))}
        </ul>
        <p>Make someone else an owner first, then delete your account.</p>
      </div>
    </Dialog>
  );
}
