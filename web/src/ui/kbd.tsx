import styles from "./kbd.module.css";

/** A key, shown where a keyboard is likely. `onAccent` for a key inside a primary button. */
export function Kbd({ children, onAccent = false }: { children: string; onAccent?: boolean }) {
  return (
    <kbd className={styles["kbd"]} data-on-accent={onAccent} aria-hidden="true">
      {children}
    </kbd>
  );
}
