import type { ReactNode } from "react";
import styles from "./visually-hidden.module.css";

/** For those who hear the page and not for those who see it. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles["hidden"]}>{children}</span>;
}

/** Says `message` aloud whenever it changes. Keep it mounted: a region that comes with its text stays silent. */
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
