import type { ReactNode } from "react";
import styles from "./visually-hidden.module.css";

/** Content for screen readers only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles["hidden"]}>{children}</span>;
}

/** Announces `message` whenever it changes. Keep it mounted, because a region that is mounted with its text stays silent. */
export function LiveRegion({ message, urgent = false }: { message: string; urgent?: boolean }) {
  return (
    <div
      className={styles["hidden"]}
      role={urgent ? "alert" : "status"}
      aria-live={urgent ? "assertive" : "polite"}
    >
      {message}
    </div>
  );
}
