import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./fold.module.css";

interface FoldProps {
  icon: ReactNode;
  /** Shown while it is folded, too. */
  line: ReactNode;
  /** Something inside needs attention. */
  isOpen?: boolean;
  children: ReactNode;
}

/** A line of the panel that unfolds. */
export function Fold({ icon, line, isOpen = false, children }: FoldProps) {
  return (
    <details className={styles["fold"]} open={isOpen}>
      <summary>
        {icon}
        <h2>{line}</h2>
        <ChevronDown aria-hidden="true" />
      </summary>
      <div className={styles["content"]}>{children}</div>
    </details>
  );
}
