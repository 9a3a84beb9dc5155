import styles from "./progress-bar.module.css";

interface ProgressBarProps {
  /** From 0 to 1; undefined while the remaining work is unknown. */
  value?: number | undefined;
  label: string;
}

export function ProgressBar({ value, label }: ProgressBarProps) {
  return <progress className={styles["bar"]} max={1} value={value} aria-label={label} />;
}
