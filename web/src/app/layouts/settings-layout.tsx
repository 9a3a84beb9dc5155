import { pages } from "@sheaf/contract/pages";
import { Suspense } from "react";
import { Outlet } from "react-router-dom";
import { useLocation, useNavigate } from "../../lib/navigation.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { useCurrentWorkspace } from "../workspace/use-current-workspace.ts";
import { CardsSkeleton } from "./route-skeleton.tsx";
import styles from "./settings-layout.module.css";

const own = [
  { label: "Profile", href: pages.profile.href(), group: "You" },
  { label: "Security", href: pages.security.href() },
  { label: "Email", href: pages.email.href() },
];

/** Heading and navigation of the settings: a user's own, for members and recipients alike, and those of a workspace. */
export function Component() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { mine, workspace } = useCurrentWorkspace();
  const isInSeveral = mine.data !== undefined && mine.data.length > 1;
  const named = { workspace: isInSeveral ? workspace?.id : undefined };
  const shared = workspace
    ? [
        {
          label: "Workspace",
          href: pages.workspace.href(named),
          current: pathname === pages.workspace.path,
          group: workspace.name,
        },
        { label: "Tags", href: pages.tags.href(named), current: pathname === pages.tags.path },
      ]
    : [];
  return (
    <div className={styles["page"]}>
      <h1>Settings</h1>
      <Tabs
        label="Settings"
        isSide
        tabs={[
          ...own.map(({ label, href, group }) => ({ label, href, group, current: pathname === href })),
          ...shared,
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
