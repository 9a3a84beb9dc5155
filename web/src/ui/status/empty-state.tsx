import type { ReactNode } from "react";
import styles from "./empty-state.module.css";

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  text?: ReactNode;
  /** Button or link for the next step. */
  action?: ReactNode;
  /** 1 if the page has no other content. */
  level?: 1 | 2;
}

export function EmptyState({ icon, title, text, action, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles["empty"]}>
      {icon && (
        <span className={styles["icon"]} aria-hidden="true">
          {icon}
        </span>
      )}
      <Heading className={styles["title"]}>{title}</Heading>
      {text && <p className={styles["text"]}>{text}</p>}
      {action && <div className={styles["action"]}>{action}</div>}
    </div>
  );
}
