import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import styles from "./empty-state.module.css";

export interface ErrorWords {
  /** What happened, one sentence. */
  what: string;
  /** What to do now, one sentence. */
  next: string;
  /** Shown small, for support, when the sentences had to be general ones. */
  code?: string | undefined;
}

interface ErrorStateProps {
  error: ErrorWords;
  onRetry?: (() => void) | undefined;
  action?: ReactNode;
  busy?: boolean;
  /** 1 where this is all the page says, 3 inside a section that has a heading. */
  level?: 1 | 2 | 3;
}

export function ErrorState({ error, onRetry, action, busy = false, level = 2 }: ErrorStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles["empty"]} role="alert">
      <Heading className={styles["title"]}>{error.what}</Heading>
      <p className={styles["text"]}>{error.next}</p>
      <div className={styles["action"]}>
        {onRetry && (
          <Button onClick={onRetry} busy={busy}>
            Try again
          </Button>
        )}
        {action}
      </div>
      {error.code && <p className={styles["code"]}>Reference: {error.code}</p>}
    </div>
  );
}
