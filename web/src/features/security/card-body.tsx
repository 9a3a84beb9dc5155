import type { ReactNode } from "react";
import { useKeptFocus } from "../../lib/use-kept-focus.ts";
import styles from "./security.module.css";

/**
 * What changes on a card while it is worked with. A form that closes takes the keyboard's place with it; the card
 * keeps that place.
 *
 * @param state changes with every such step.
 */
export function CardBody({ state, children }: { state: string; children: ReactNode }) {
  const { group, groupProps } = useKeptFocus(state);
  return (
    <div ref={group} tabIndex={-1} className={styles["body"]} {...groupProps}>
      {children}
    </div>
  );
}
