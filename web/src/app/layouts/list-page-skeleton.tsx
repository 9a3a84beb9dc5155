import { ListSkeleton } from "../../features/requests/list-skeleton.tsx";
import { Skeleton } from "../../ui/status/skeleton.tsx";
import styles from "./route-skeleton.module.css";

/** A page that is one list below its heading. */
export function ListPageSkeleton() {
  return (
    <div className={styles["list"]}>
      <Skeleton className={styles["heading"]} />
      <Skeleton className={styles["bar"]} />
      <ListSkeleton />
    </div>
  );
}
