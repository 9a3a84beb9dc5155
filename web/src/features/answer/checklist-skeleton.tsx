import { Card } from "../../ui/layout/card.tsx";
import { Skeleton } from "../../ui/status/skeleton.tsx";
import { LiveRegion } from "../../ui/theme/visually-hidden.tsx";
import styles from "./checklist.module.css";

/** Placeholder of the checklist's final size. */
export function ChecklistSkeleton() {
  return (
    <div className={styles["page"]} aria-busy="true">
      <LiveRegion message="Loading the checklist" />
      <div className={styles["from"]}>
        <Skeleton className={styles["avatarSkeleton"]} />
        <Skeleton className={styles["workspaceSkeleton"]} />
      </div>
      <div className={styles["title"]}>
        <Skeleton className={styles["titleSkeleton"]} />
      </div>
      <div className={styles["left"]}>
        <Skeleton className={styles["leftSkeleton"]} />
        <Skeleton className={styles["dueSkeleton"]} />
      </div>
      <div>
        <Skeleton className={styles["segmentsSkeleton"]} />
        <div className={styles["note"]}>
          <Skeleton className={styles["noteSkeleton"]} />
        </div>
      </div>
      <Card className={styles["list"]}>
        {[0, 1, 2].map((row) => (
          <div key={row} className={styles["item"]}>
            <Skeleton className={styles["itemSkeleton"]} />
            <div className={styles["hint"]}>
              <Skeleton className={styles["hintSkeleton"]} />
            </div>
          </div>
        ))}
      </Card>
    </div>
  );
}
