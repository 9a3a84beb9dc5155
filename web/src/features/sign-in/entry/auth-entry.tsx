import type { ReactNode } from "react";
import { Logo } from "../../../ui/layout/logo.tsx";
import styles from "./auth-entry.module.css";

/** Logo and narrow column of every page for signing in. */
export function AuthEntry({ children }: { children: ReactNode }) {
  return (
    <div className={styles["entry"]}>
      <div className={styles["logo"]}>
        <Logo size={40} label="Sheaf" />
      </div>
      {children}
    </div>
  );
}
