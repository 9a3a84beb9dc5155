import { type ReactNode, useId } from "react";
import { Card } from "./card.tsx";
import styles from "./section-card.module.css";

interface SectionCardProps {
  title: string;
  /** One or two sentences on what this is about. */
  text?: ReactNode;
  children?: ReactNode;
  /** The buttons of the whole section, below everything else. */
  footer?: ReactNode;
  busy?: boolean;
}

/** One thing a person can set, on a page of several: a region with its heading, what it is about, and its controls. */
export function SectionCard({ title, text, children, footer, busy = false }: SectionCardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} aria-busy={busy || undefined}>
      <Card className={styles["section"]}>
        <header className={styles["header"]}>
          <h2 id={id}>{title}</h2>
          {text && <p>{text}</p>}
        </header>
        {children}
        {footer && <footer className={styles["footer"]}>{footer}</footer>}
      </Card>
    </section>
  );
}
