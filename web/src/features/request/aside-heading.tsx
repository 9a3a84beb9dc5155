import type { ReactNode } from "react";
import styles from "./aside-heading.module.css";

interface AsideHeadingProps {
  /** Names the section. */
  id: string;
  title: string;
  /** A button beside it. */
  children?: ReactNode;
}

export function AsideHeading({ id, title, children }: AsideHeadingProps) {
  return (
    <div className={styles["heading"]}>
      <h2 id={id}>{title}</h2>
      {children}
    </div>
  );
}
