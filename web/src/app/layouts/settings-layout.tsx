import { pages } from "@sheaf/contract/pages";
import { Suspense } from "react";
import { Outlet } from "react-router-dom";
import { isManager } from "../../data/members/member.models.ts";
import { useLocation, useNavigate } from "../../lib/navigation.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { useCurrentWorkspace } from "../workspace/use-current-workspace.ts";
import { CardsSkeleton } from "./route-skeleton.tsx";
import styles from "./settings-layout.module.css";

const own = [
  { label: "Profile", href: pages.profile.href(), group: "You" },
  { label: "Security", href: pages.security.href() },
  { label: "Notifications", href: pages.notifications.href() },
];

const shared = [
  { label: "General", page: pages.workspaceGeneral, isForManagers: true },
  { label: "Members & security", page: pages.workspaceMembers, isForManagers: false },
  { label: "Requests", page: pages.workspaceRequests, isForManagers: false },
  { label: "Email", page: pages.workspaceEmail, isForManagers: true },
  { label: "Danger", page: pages.workspaceDanger, isForManagers: false },
];

/** Heading and navigation of the settings: a user's own, for members and recipients alike, and those of a workspace. */
export function Component() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { mine, workspace } = useCurrentWorkspace();
  const isInSeveral = mine.data !== undefined && mine.data.length > 1;
  const named = { workspace: isInSeveral ? workspace?.id : undefined };
  const ofWorkspace = workspace
    ? shared
        .filter(({ isForManagers }) => !isForManagers || isManager(workspace.role))
        .map(({ label, page }, index) => ({
          label,
          href: page.href(named),
          current: pathname === page.path,
          group: index === 0 ? workspace.name : undefined,
        }))
    : [];
  return (
    <div className={styles["page"]}>
      <h1>Settings</h1>
      <Tabs
        label="Settings"
        isSide
        tabs={[
          ...own.map(({ label, href, group }) => ({ label, href, group, current: pathname === href })),
          ...ofWorkspace,
        ]}
        onNavigate={(href) => navigate(href)}
      />
      <div className={styles["content"]}>
        <Suspense fallback={<CardsSkeleton />}>
          <Outlet />
        </Suspense>
      </div>
    </div>
  );
}
