import { Inbox, LogOut } from "lucide-react";
import { Avatar } from "../../ui/layout/avatar.tsx";
import { Menu } from "../../ui/overlays/menu.tsx";
import styles from "./link-entry.module.css";

interface LinkAccountProps {
  email: string;
  onInbox: () => void;
  onSignOut: () => Promise<void>;
}

/** Account menu for the link page, which has no navigation. */
export function LinkAccount({ email, onInbox, onSignOut }: LinkAccountProps) {
  return (
    <Menu
      label={`Signed in as ${email}`}
      heading={email}
      className={styles["account"]}
      items={[
        { label: "Needed from you", icon: <Inbox />, onSelect: onInbox },
        { label: "Sign out", icon: <LogOut />, onSelect: () => void onSignOut() },
      ]}
    >
      <span className={styles["address"]}>{email}</span>
      <span className={styles["initials"]}>
        <Avatar name={email} />
      </span>
    </Menu>
  );
}
