import { Skeleton } from "../../ui/status/skeleton.tsx";
import { VisuallyHidden } from "../../ui/theme/visually-hidden.tsx";
import styles from "./request-list.module.css";

const rows = ["62%", "48%", "71%", "55%", "66%"];

/** Rows of the final height, so that nothing moves when the list arrives. */
export function ListSkeleton() {
  return (
    <div role="status">
      <VisuallyHidden>Loading requests</VisuallyHidden>
      <div className={styles["head"]} aria-hidden="true" />
      {rows.map((width) => (
        <div key={width} className={styles["row"]} aria-hidden="true">
          <div className={styles["title"]}>
            <Skeleton width={width} height="15px" />
            <Skeleton width="56px" height="11px" />
          </div>
          <div className={styles["people"]}>
            <Skeleton width="28px" height="28px" radius="50%" />
            <Skeleton width="55%" height="13px" />
          </div>
          <div className={styles["progress"]}>
            <Skeleton height="6px" />
            <Skeleton width="70%" height="11px" />
          </div>
          <div className={styles["due"]}>
            <Skeleton width="76px" height="24px" radius="99px" />
          </div>
          <div className={styles["activity"]}>
            <Skeleton width="80%" height="13px" />
          </div>
        </div>
      ))}
    </div>
  );
}
