import { Skeleton } from "../../ui/status/skeleton.tsx";
import { VisuallyHidden } from "../../ui/theme/visually-hidden.tsx";
import styles from "./bulk-send.module.css";

/** The card of a page whose heading is there. */
export function BulkSendSkeleton() {
  return (
    <div role="status" className={styles["section"]}>
      <VisuallyHidden>Loading people</VisuallyHidden>
      <Skeleton height="146px" radius="16px" />
    </div>
  );
}

/** The whole page. */
export function BulkSendPageSkeleton() {
  return (
    <>
      <div aria-hidden="true" className={styles["bones"]}>
        <Skeleton width="132px" height="13px" />
        <Skeleton width="240px" height="26px" />
      </div>
      <BulkSendSkeleton />
    </>
  );
}
