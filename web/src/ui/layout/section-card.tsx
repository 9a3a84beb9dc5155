import { type ReactNode, useId } from "react";
import { classNames } from "../theme/class-names.ts";
import { Card } from "./card.tsx";
import styles from "./section-card.module.css";

interface SectionCardProps {
  title: string;
  /** One or two sentences of explanation. */
  text?: ReactNode;
  /** Button beside the heading. */
  action?: ReactNode;
  children?: ReactNode;
  /** Buttons at the bottom of the section. */
  footer?: ReactNode;
  busy?: boolean;
  /** Holds actions that can't be undone. */
  isDangerous?: boolean;
}

/** One of several settings on a page: a region with a heading, an explanation and controls. */
export function SectionCard({
  title,
  text,
  action,
  children,
  footer,
  busy = false,
  isDangerous = false,
}: SectionCardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} aria-busy={busy || undefined}>
      <Card className={classNames(styles["section"], isDangerous && styles["dangerous"])}>
        <header className={styles["header"]}>
          <div>
            <h2 id={id}>{title}</h2>
            {text && <p>{text}</p>}
          </div>
          {action}
        </header>
        {children}
        {footer && <footer className={styles["footer"]}>{footer}</footer>}
      </Card>
    </section>
  );
}
