import { Skeleton } from "../../ui/status/skeleton.tsx";
import { VisuallyHidden } from "../../ui/theme/visually-hidden.tsx";
import styles from "./many.module.css";

export function ManySkeleton() {
  return (
    <div role="status" className={styles["section"]}>
      <VisuallyHidden>Loading</VisuallyHidden>
      <Skeleton width="100%" height="220px" radius="16px" />
    </div>
  );
}
