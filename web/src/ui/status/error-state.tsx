import type { ReactNode } from "react";
import { Button } from "../forms/button.tsx";
import styles from "./empty-state.module.css";

export interface ErrorStateText {
  /** The problem, in one sentence. */
  what: string;
  /** The next step, in one sentence. */
  next: string;
  /** Error code for support, shown when the message is general. */
  code?: string | undefined;
}

interface ErrorStateProps {
  error: ErrorStateText;
  onRetry?: (() => void) | undefined;
  action?: ReactNode;
  busy?: boolean;
  /** 1 if the page has no other content, 3 inside a section with a heading. */
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
