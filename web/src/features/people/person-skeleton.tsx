import { Skeleton } from "../../ui/status/skeleton.tsx";
import { VisuallyHidden } from "../../ui/theme/visually-hidden.tsx";
import styles from "./person.module.css";

export function PersonSkeleton() {
  return (
    <div role="status">
      <VisuallyHidden>Loading the person</VisuallyHidden>
      <div className={styles["crumb"]}>
        <Skeleton width="52px" height="14px" />
      </div>
      <div className={styles["header"]}>
        <div className={styles["who"]}>
          <Skeleton width="56px" height="56px" radius="50%" />
          <div>
            <Skeleton width="180px" height="26px" />
            <Skeleton width="160px" height="16px" />
          </div>
        </div>
      </div>
      <div className={styles["waits"]}>
        <Skeleton height="76px" radius="16px" />
      </div>
      <div className={styles["columns"]}>
        <Skeleton height="180px" radius="16px" />
        <Skeleton height="180px" radius="16px" />
      </div>
    </div>
  );
}
