import { Skeleton } from "../../ui/status/skeleton.tsx";
import { VisuallyHidden } from "../../ui/theme/visually-hidden.tsx";
import styles from "./people.module.css";

/** Rows of the final height, so that nothing moves when the list arrives. */
export function PeopleSkeleton() {
  return (
    <div role="status">
      <VisuallyHidden>Loading people</VisuallyHidden>
      <div className={styles["head"]} aria-hidden="true" />
      {[1, 2, 3, 4, 5].map((row) => (
        <div key={row} className={styles["row"]} aria-hidden="true">
          <div className={styles["person"]}>
            <Skeleton width="36px" height="36px" radius="50%" />
            <div>
              <Skeleton width="132px" height="15px" />
              <Skeleton width="168px" height="12px" />
            </div>
          </div>
          <div className={styles["open"]}>
            <Skeleton width="120px" height="6px" />
            <Skeleton width="150px" height="12px" />
          </div>
          <div className={styles["when"]}>
            <Skeleton width="84px" height="13px" />
          </div>
        </div>
      ))}
    </div>
  );
}
