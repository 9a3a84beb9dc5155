import type { ReactNode } from "react";
import { ClockHint } from "./clock-hint.tsx";
import styles from "./plain-layout.module.css";
import { SkipLink } from "./skip-link.tsx";

/** Layout without navigation, for pages with a single task. */
export function PlainLayout({ header, children }: { header?: ReactNode; children: ReactNode }) {
  return (
    <>
      <SkipLink />
      {header}
      <main id="main" className={styles["main"]} tabIndex={-1}>
        <ClockHint />
        {children}
      </main>
    </>
  );
}
