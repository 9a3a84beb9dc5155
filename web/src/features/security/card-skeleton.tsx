import { Skeleton } from "../../ui/status/skeleton.tsx";
import { VisuallyHidden } from "../../ui/theme/visually-hidden.tsx";
import styles from "./security.module.css";

export function CardSkeleton({ rows }: { rows: number }) {
  return (
    <div className={styles["rows"]}>
      <VisuallyHidden>Loading</VisuallyHidden>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles["row"]}>
          <Skeleton width="55%" height="18px" />
        </div>
      ))}
    </div>
  );
}
