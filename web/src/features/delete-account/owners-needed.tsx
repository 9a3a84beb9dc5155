import type { SoleOwnership } from "../../data/account/leaving.models.ts";
import { countWords } from "../../lib/count-words.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import styles from "./delete-account.module.css";

interface OwnersNeededProps {
  workspaces: readonly SoleOwnership[];
  onClose: () => void;
}

/** Why the account stays for now: others would be left in a workspace that nobody owns. */
export function OwnersNeeded({ workspaces, onClose }: OwnersNeededProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title="You are the only owner"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className={styles["words"]}>
        <p>Others work here and would be left without an owner:</p>
        <ul className={styles["list"]}>
          {workspaces.map(({ workspaceId, name, otherMembers }) => (
            <li key={workspaceId}>
              <b>{name}</b>, with {countWords(otherMembers, "other member")}
            </li>
          ))}
        </ul>
        <p>Make someone else an owner first, then delete your account.</p>
      </div>
    </Dialog>
  );
}
