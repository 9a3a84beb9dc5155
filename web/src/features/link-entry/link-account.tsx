import { Inbox, LogOut } from "lucide-react";
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
      className={styles["account"]}
      items={[
        { label: "Requested from you", icon: <Inbox />, onSelect: onInbox },
        { label: "Sign out", icon: <LogOut />, onSelect: () => void onSignOut() },
      ]}
    >
      {email}
    </Menu>
  );
}
