import { pages } from "@sheaf/contract/pages";
import { Suspense } from "react";
import { Outlet } from "react-router-dom";
import { Link, useLocation } from "../../lib/navigation.tsx";
import { useCurrentWorkspace } from "../workspace/use-current-workspace.ts";
import { CardsSkeleton } from "./route-skeleton.tsx";
import styles from "./settings-layout.module.css";

const own = [
  { label: "Profile", href: pages.profile.href() },
  { label: "Security", href: pages.security.href() },
  { label: "Email", href: pages.email.href() },
];

/** Heading and navigation of the settings: a user's own, for members and recipients alike, and those of a workspace. */
export function Component() {
  const { pathname } = useLocation();
  const { mine, workspace } = useCurrentWorkspace();
  const isInSeveral = mine.data !== undefined && mine.data.length > 1;
  const current = (path: string) => (pathname === path ? ("page" as const) : undefined);
  return (
    <div className={styles["page"]}>
      <h1>Settings</h1>
      <nav className={styles["nav"]} aria-label="Settings">
        <span className={styles["group"]}>You</span>
        {own.map(({ label, href }) => (
          <Link key={href} to={href} aria-current={current(href)}>
            {label}
          </Link>
        ))}
        {workspace && (
          <>
            <span className={styles["group"]}>{workspace.name}</span>
            <Link
              to={pages.workspace.href(isInSeveral ? { workspace: workspace.id } : {})}
              aria-current={current(pages.workspace.path)}
            >
              Workspace
            </Link>
          </>
        )}
      </nav>
      <div className={styles["content"]}>
        <Suspense fallback={<CardsSkeleton />}>
          <Outlet />
        </Suspense>
      </div>
    </div>
  );
}
