import { classNames } from "../theme/class-names.ts";
import styles from "./skeleton.module.css";

interface SkeletonProps {
  /** Gives the size in prerendered markup, where the content security policy allows no style attributes. */
  className?: string | undefined;
  /** CSS lengths of the final content, so that nothing moves when it loads. */
  width?: string;
  height?: string;
  radius?: string;
}

/** Placeholder for loading content. Announce "Loading" once per group, not for each. */
export function Skeleton({ className, width = "100%", height = "1em", radius }: SkeletonProps) {
  return (
    <span
      className={classNames(styles["skeleton"], className)}
      {...(className === undefined && {
        style: { width, height, ...(radius !== undefined && { borderRadius: radius }) },
      })}
      aria-hidden="true"
    />
  );
}
