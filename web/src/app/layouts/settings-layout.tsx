import { pages } from "@sheaf/contract/pages";
import { Suspense } from "react";
import { Outlet } from "react-router-dom";
import { useLocation, useNavigate } from "../../lib/navigation.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { CardsSkeleton } from "./route-skeleton.tsx";
import styles from "./settings-layout.module.css";

const tabs = [
  { label: "Profile", href: pages.profile.href() },
  { label: "Security", href: pages.security.href() },
  { label: "Email", href: pages.email.href() },
];

/** Heading and tabs of the personal settings, for members and recipients alike. */
export function Component() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <div className={styles["page"]}>
      <h1>Settings</h1>
      <Tabs
        label="Settings"
        tabs={tabs.map(({ label, href }) => ({ label, href, current: href === pathname }))}
        onNavigate={(href) => navigate(href)}
      />
      <Suspense fallback={<CardsSkeleton />}>
        <Outlet />
      </Suspense>
    </div>
  );
}
