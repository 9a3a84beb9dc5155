import { Children, type ReactNode } from "react";
import styles from "./noted.module.css";

interface NotedProps {
  /** What a reader must know about the whole file. Each has a line. */
  notes: ReactNode;
  children: ReactNode;
}

/** A shown file below the notes on it, which may come later without drawing the file again. */
export function Noted({ notes, children }: NotedProps) {
  return (
    <div className={styles["noted"]}>
      {Array.from(Children.toArray(notes), (note, place) => (
        <div key={place} className={styles["note"]} role="note">
          {note}
        </div>
      ))}
      <div className={styles["rest"]}>{children}</div>
    </div>
  );
}
