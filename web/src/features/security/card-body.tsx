import type { ReactNode } from "react";
import { useFocusFallback } from "../../lib/use-focus-fallback.ts";
import styles from "./security.module.css";

/**
 * Keeps keyboard focus in the card when a form inside it closes.
 *
 * @param state changes with every step that adds or removes a form.
 */
export function CardBody({ state, children }: { state: string; children: ReactNode }) {
  const { group, groupProps } = useFocusFallback(state);
  return (
    <div ref={group} tabIndex={-1} className={styles["body"]} {...groupProps}>
      {children}
    </div>
  );
}
