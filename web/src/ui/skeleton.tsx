import styles from "./skeleton.module.css";

interface SkeletonProps {
  /** CSS lengths of what will stand here, so that nothing moves when it arrives. */
  width?: string;
  height?: string;
  radius?: string;
}

/** A quiet place for what is on its way. Say "Loading" once beside a group of them, not in each. */
export function Skeleton({ width = "100%", height = "1em", radius }: SkeletonProps) {
  return (
    <span
      className={styles["skeleton"]}
      style={{ width, height, ...(radius && { borderRadius: radius }) }}
      aria-hidden="true"
    />
  );
}
