import { Children, type ReactNode } from "react";
import styles from "./noted.module.css";

interface NotedProps {
  /** Notes about the whole file, one per line. */
  notes: ReactNode;
  children: ReactNode;
}

/** A file with notes above it. Notes that appear later don't cause the file to be drawn again. */
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
