import type { ReactNode } from "react";
import { Logo } from "../../ui/logo.tsx";
import styles from "./door.module.css";

/** The narrow column of every page about getting in. */
export function Door({ children }: { children: ReactNode }) {
  return (
    <div className={styles["door"]}>
      <div className={styles["logo"]}>
        <Logo size={40} label="Sheaf" />
      </div>
      {children}
    </div>
  );
}
