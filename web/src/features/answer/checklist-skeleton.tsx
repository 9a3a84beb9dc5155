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
        <Skeleton width="36px" height="36px" radius="10px" />
        <Skeleton width="140px" height="18px" />
      </div>
      <div className={styles["title"]}>
        <Skeleton width="60%" height="31px" />
      </div>
      <div className={styles["left"]}>
        <Skeleton width="110px" height="18px" />
        <Skeleton width="90px" height="24px" radius="99px" />
      </div>
      <Skeleton height="7px" />
      <Card className={styles["list"]}>
        {[0, 1, 2].map((row) => (
          <div key={row} className={styles["item"]}>
            <Skeleton width="50%" height="22px" />
            <div className={styles["hint"]}>
              <Skeleton width="80%" height="16px" />
            </div>
          </div>
        ))}
      </Card>
    </div>
  );
}
