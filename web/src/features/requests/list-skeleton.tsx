import { Skeleton } from "../../ui/status/skeleton.tsx";
import { VisuallyHidden } from "../../ui/theme/visually-hidden.tsx";
import skeleton from "./list-skeleton.module.css";
import styles from "./request-list.module.css";

/** Rows of the final height, so that nothing moves when the list arrives. */
export function ListSkeleton() {
  return (
    <div role="status">
      <VisuallyHidden>Loading requests</VisuallyHidden>
      <div className={styles["head"]} aria-hidden="true" />
      {[1, 2, 3, 4, 5].map((row) => (
        <div key={row} className={styles["row"]} aria-hidden="true">
          <span />
          <div className={styles["title"]}>
            <Skeleton className={skeleton["name"]} />
            <Skeleton className={skeleton["count"]} />
          </div>
          <div className={styles["people"]}>
            <Skeleton className={skeleton["avatar"]} />
            <Skeleton className={skeleton["person"]} />
          </div>
          <div className={styles["progress"]}>
            <Skeleton className={skeleton["segments"]} />
            <Skeleton className={skeleton["progress"]} />
          </div>
          <div className={styles["due"]}>
            <Skeleton className={skeleton["due"]} />
          </div>
          <div className={styles["activity"]}>
            <Skeleton className={skeleton["activity"]} />
          </div>
        </div>
      ))}
    </div>
  );
}
