import styles from "./kbd.module.css";

/** A keyboard key, shown on devices that probably have a keyboard. Use `onAccent` inside a primary button. */
export function Kbd({ children, onAccent = false }: { children: string; onAccent?: boolean }) {
  return (
    <kbd className={styles["kbd"]} data-on-accent={onAccent} aria-hidden="true" translate="no">
      {children}
    </kbd>
  );
}
