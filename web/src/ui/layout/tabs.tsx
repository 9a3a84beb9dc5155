import type { MouseEvent } from "react";
import styles from "./tabs.module.css";

export interface Tab {
  label: string;
  href: string;
  current: boolean;
  count?: string | undefined;
}

interface TabsProps {
  /** Accessible name of the navigation. */
  label: string;
  tabs: readonly Tab[];
  /** Navigates in the app on a plain click; clicks with a modifier key are left to the browser. */
  onNavigate: (href: string) => void;
}

/** Links rather than a tab list, because every tab has its own URL. */
export function Tabs({ label, tabs, onNavigate }: TabsProps) {
  const follow = (event: MouseEvent, href: string) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onNavigate(href);
  };
  return (
    <nav className={styles["tabs"]} aria-label={label}>
      {tabs.map((tab) => (
        <a
          key={tab.href}
          href={tab.href}
          aria-current={tab.current ? "page" : undefined}
          onClick={(event) => follow(event, tab.href)}
        >
          {tab.label}
          {tab.count !== undefined && <span className={styles["count"]}>{tab.count}</span>}
        </a>
      ))}
    </nav>
  );
}
