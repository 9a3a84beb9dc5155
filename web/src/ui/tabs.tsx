import type { MouseEvent } from "react";
import styles from "./tabs.module.css";

export interface Tab {
  label: string;
  href: string;
  current: boolean;
  count?: number | undefined;
}

interface TabsProps {
  /** What the tabs choose among, said aloud. */
  label: string;
  tabs: readonly Tab[];
  /** Follows a plain click inside the page; other clicks keep the browser's meaning. */
  onNavigate: (href: string) => void;
}

/** Links, not a tab list: each is a page of its own with an address. */
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
