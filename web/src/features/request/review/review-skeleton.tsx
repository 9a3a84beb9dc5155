import { Skeleton } from "../../../ui/status/skeleton.tsx";
import { VisuallyHidden } from "../../../ui/theme/visually-hidden.tsx";
import styles from "./review-window.module.css";

/** Placeholder of the review's final size. */
export function ReviewSkeleton() {
  return (
    <div className={styles["window"]} role="status" data-full-window="">
      <VisuallyHidden>Loading the review</VisuallyHidden>
      <div className={styles["header"]} aria-hidden="true">
        <Skeleton width="220px" height="20px" />
      </div>
      <div className={styles["stage"]} aria-hidden="true" />
      <div className={styles["panel"]} aria-hidden="true" />
    </div>
  );
}
