import { pages } from "@sheaf/contract/pages";
import { CircleHelp, Keyboard, LogOut, Monitor, Moon, Plus, Settings, Sun } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useNavigate } from "../../lib/navigation.tsx";
import { singleKeysAreOn, turnSingleKeys } from "../../lib/single-keys.ts";
import { Menu } from "../../ui/overlays/menu.tsx";
import { useCurrentWorkspace } from "../workspace/use-current-workspace.ts";
import { useSignOut } from "../use-sign-out.ts";
import { chooseTheme, storedTheme, type Theme } from "../theme.ts";
import styles from "./app-layout.module.css";

const themeItems = [
  { theme: "light", label: "Light", icon: <Sun /> },
  { theme: "dark", label: "Dark", icon: <Moon /> },
  { theme: "system", label: "System", icon: <Monitor /> },
] as const;

interface AccountMenuProps {
  name: string;
  email: string | undefined;
  /** Content of the button. */
  children: ReactNode;
}

export function AccountMenu({ name, email, children }: AccountMenuProps) {
  const navigate = useNavigate();
  const leadsTo = (href: string) => ({ href, onSelect: () => navigate(href) });
  const signOut = useSignOut();
  const { mine } = useCurrentWorkspace();
  const [theme, setTheme] = useState<Theme>(storedTheme);
  const [keysAreOn, setKeysAreOn] = useState(singleKeysAreOn);

  return (
    <Menu
      label={`Account of ${name}`}
      heading={email}
      className={styles["account"]}
      items={[
        { label: "Settings", icon: <Settings />, ...leadsTo(pages.profile.href()) },
        // With several workspaces, the workspace menu offers this.
        ...(mine.data?.length === 1
          ? [
              {
                label: "New workspace",
                icon: <Plus />,
                ...leadsTo(pages.welcome.href({ another: "yes" })),
              },
            ]
          : []),
        { label: "Help", icon: <CircleHelp />, ...leadsTo(pages.help.href()) },
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
        {
          label: "Single-key shortcuts",
          icon: <Keyboard />,
          checked: keysAreOn,
          toggles: true,
          separated: true,
          onSelect: () => {
            turnSingleKeys(keysAreOn ? "off" : "on");
            setKeysAreOn(!keysAreOn);
          },
        },
        { label: "Sign out", icon: <LogOut />, separated: true, onSelect: () => void signOut() },
      ]}
    >
      {children}
    </Menu>
  );
}
