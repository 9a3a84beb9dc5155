import { pages } from "@sheaf/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { LogOut, Monitor, Moon, Settings, Sun } from "lucide-react";
import { useState } from "react";
import { displayNameOptions } from "../../data/profile/my-profile.query.ts";
import { identityOf, useSession } from "../../lib/auth/session.ts";
import { useNavigate } from "../../lib/navigation.tsx";
import { Avatar } from "../../ui/layout/avatar.tsx";
import { Menu } from "../../ui/overlays/menu.tsx";
import { useSignOut } from "../use-sign-out.ts";
import { chooseTheme, storedTheme, type Theme } from "../theme.ts";
import styles from "./app-layout.module.css";

const themeItems = [
  { theme: "light", label: "Light", icon: <Sun /> },
  { theme: "dark", label: "Dark", icon: <Moon /> },
  { theme: "system", label: "System", icon: <Monitor /> },
] as const;

export function AccountMenu() {
  const navigate = useNavigate();
  const signOut = useSignOut();
  const identity = identityOf(useSession());
  const userId = identity?.userId ?? "";
  const { data: displayName } = useQuery({ ...displayNameOptions({ userId }), enabled: userId !== "" });
  const [theme, setTheme] = useState<Theme>(storedTheme);
  const name = displayName || identity?.email || "";

  return (
    <Menu
      label={`Account of ${name}`}
      heading={identity?.email}
      className={styles["account"]}
      items={[
        { label: "Settings", icon: <Settings />, onSelect: () => navigate(pages.profile.href()) },
        ...themeItems.map((item, index) => ({
          label: item.label,
          icon: item.icon,
          checked: item.theme === theme,
          separated: index === 0,
          onSelect: () => {
            chooseTheme(item.theme);
            setTheme(item.theme);
          },
        })),
        { label: "Sign out", icon: <LogOut />, separated: true, onSelect: () => void signOut() },
      ]}
    >
      <Avatar name={name} size="small" />
      <span>{name}</span>
    </Menu>
  );
}
