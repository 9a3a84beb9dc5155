import type { ReactNode } from "react";
import styles from "./empty-state.module.css";

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  text?: ReactNode;
  /** The one next step. */
  action?: ReactNode;
}

export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className={styles["empty"]}>
      {icon && (
        <span className={styles["icon"]} aria-hidden="true">
          {icon}
        </span>
      )}
      <h2>{title}</h2>
      {text && <p className={styles["text"]}>{text}</p>}
      {action && <div className={styles["action"]}>{action}</div>}
    </div>
  );
}
