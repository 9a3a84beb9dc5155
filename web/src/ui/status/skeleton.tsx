import styles from "./skeleton.module.css";

interface SkeletonProps {
  /** CSS lengths of the final content, so that nothing moves when it loads. */
  width?: string;
  height?: string;
  radius?: string;
}

/** Placeholder for loading content. Announce "Loading" once per group, not for each. */
export function Skeleton({ width = "100%", height = "1em", radius }: SkeletonProps) {
  return (
    <span
      className={styles["skeleton"]}
      style={{ width, height, ...(radius && { borderRadius: radius }) }}
      aria-hidden="true"
    />
  );
}
