import { pages } from "@sheaf/contract/pages";
import { ChevronsUpDown, Plus } from "lucide-react";
import type { Workspace } from "../../data/workspaces/workspace.models.ts";
import { useLocation, useNavigate } from "../../lib/navigation.tsx";
import { Avatar } from "../../ui/layout/avatar.tsx";
import { Menu } from "../../ui/overlays/menu.tsx";
import styles from "./workspace-switcher.module.css";

const workspaceSettings = [
  pages.workspaceGeneral,
  pages.workspaceMembers,
  pages.workspaceRequests,
  pages.workspaceEmail,
  pages.workspaceDanger,
];

interface WorkspaceSwitcherProps {
  workspaces: readonly Workspace[];
  current: Workspace;
}

/** For people who are in several workspaces. */
export function WorkspaceSwitcher({ workspaces, current }: WorkspaceSwitcherProps) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const page = workspaceSettings.find(({ path }) => path === pathname) ?? pages.requests;
  const another = pages.welcome.href({ another: "yes" });
  return (
    <Menu
      label={`Workspace: ${current.name}`}
      heading="Workspaces"
      className={styles["switcher"]}
      items={[
        ...workspaces.map((workspace) => ({
          id: workspace.id,
          label: workspace.name,
          checked: workspace.id === current.id,
          href: page.href({ workspace: workspace.id }),
          onSelect: () => navigate(page.href({ workspace: workspace.id })),
        })),
        {
          id: "new",
          label: "New workspace",
          icon: <Plus />,
          separated: true,
          href: another,
          onSelect: () => navigate(another),
        },
      ]}
    >
      <Avatar name={current.name} shape="square" />
      <span translate="no">{current.name}</span>
      <ChevronsUpDown aria-hidden="true" />
    </Menu>
  );
}
