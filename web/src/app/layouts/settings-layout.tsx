import { pages } from "@sheaf/contract/pages";
import { Suspense } from "react";
import { Outlet, useLocation, useNavigate } from "react-router-dom";
import { Tabs } from "../../ui/tabs.tsx";
import styles from "./settings-layout.module.css";

const tabs = [
  { label: "Profile", href: pages.profile.href() },
  { label: "Security", href: pages.security.href() },
];

/** The frame of what a person sets for themselves, members and recipients alike: its heading and its tabs. */
export function Component() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <div className={styles["page"]}>
      <h1>Settings</h1>
      <Tabs
        label="Settings"
        tabs={tabs.map(({ label, href }) => ({ label, href, current: href === pathname }))}
        onNavigate={(href) => void navigate(href)}
      />
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
    </div>
  );
}
