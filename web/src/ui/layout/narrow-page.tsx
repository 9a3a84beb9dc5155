import type { ReactNode } from "react";
import { Logo } from "./logo.tsx";
import styles from "./narrow-page.module.css";

/** Logo and narrow column of every page with a single task and no navigation. */
export function NarrowPage({ children }: { children: ReactNode }) {
  return (
    <div className={styles["page"]}>
      <div className={styles["logo"]}>
        <Logo size={40} label="Sheaf" />
      </div>
      {children}
    </div>
  );
}
