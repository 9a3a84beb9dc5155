import { Inbox, LogOut } from "lucide-react";
import { Menu } from "../../ui/menu.tsx";
import styles from "./link-entry.module.css";

interface LinkAccountProps {
  email: string;
  onInbox: () => void;
  onSignOut: () => Promise<void>;
}

/** Who is signed in, on a page that has no navigation of its own. */
export function LinkAccount({ email, onInbox, onSignOut }: LinkAccountProps) {
  return (
    <Menu
      label={`Signed in as ${email}`}
      className={styles["account"]}
      items={[
        { label: "Everything asked of me", icon: <Inbox />, onSelect: onInbox },
        { label: "Sign out", icon: <LogOut />, onSelect: () => void onSignOut() },
      ]}
    >
      {email}
    </Menu>
  );
}
