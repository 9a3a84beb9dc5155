import { Fragment, type MouseEvent } from "react";
import { classNames } from "../theme/class-names.ts";
import styles from "./tabs.module.css";

export interface Tab {
  label: string;
  href: string;
  current: boolean;
  count?: string | undefined;
  /** Heading of the links from here on, in a side navigation. */
  group?: string | undefined;
}

interface TabsProps {
  /** Accessible name of the navigation. */
  label: string;
  tabs: readonly Tab[];
  /** Navigates in the app on a plain click; clicks with a modifier key are left to the browser. */
  onNavigate: (href: string) => void;
  /** Stands beside the content on wide screens. */
  isSide?: boolean;
}

/**
 * On a phone the tabs are wider than the page, and the chosen one could be outside it. Counts that arrive later widen
 * the tabs before it, so each width is followed.
 */
function showWhole(link: HTMLElement | null): (() => void) | undefined {
  const nav = link?.parentElement;
  if (!nav) return undefined;
  const observer = new ResizeObserver(() => {
    // in both directions: from right to left, both are negative
    nav.scrollLeft = link.offsetLeft - nav.clientWidth / 2;
  });
  for (const child of nav.children) observer.observe(child);
  return () => observer.disconnect();
}

/** Links rather than a tab list, because every tab has its own URL. */
export function Tabs({ label, tabs, onNavigate, isSide = false }: TabsProps) {
  const follow = (event: MouseEvent, href: string) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onNavigate(href);
  };
  return (
    <nav className={classNames(styles["tabs"], isSide && styles["side"])} aria-label={label}>
      {tabs.map((tab) => (
        <Fragment key={tab.href}>
          {tab.group !== undefined && <span className={styles["group"]}>{tab.group}</span>}
          <a
            ref={tab.current ? showWhole : null}
            href={tab.href}
            aria-current={tab.current ? "page" : undefined}
            onClick={(event) => follow(event, tab.href)}
          >
            {tab.label}
            {tab.count !== undefined && <span className={styles["count"]}>{tab.count}</span>}
          </a>
        </Fragment>
      ))}
    </nav>
  );
}
