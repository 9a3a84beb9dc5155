import { Skeleton } from "../../ui/skeleton.tsx";
import { LiveRegion } from "../../ui/visually-hidden.tsx";
import styles from "./link-entry.module.css";

const offlineWords = "We cannot reach the service. You stay signed in, and we keep trying.";

/** The page behind a link before anything is known of it. */
export function LinkSkeleton({ isOffline = false }: { isOffline?: boolean }) {
  return (
    <div className={styles["page"]} aria-busy={!isOffline}>
      <meta name="referrer" content="no-referrer" />
      <LiveRegion message={isOffline ? offlineWords : "Loading"} />
      <div className={styles["asker"]}>
        <Skeleton width="36px" height="36px" radius="10px" />
        <Skeleton width="200px" height="20px" />
      </div>
      <div className={styles["title"]}>
        <Skeleton width="60%" height="31px" />
      </div>
      {isOffline && <p className={styles["words"]}>{offlineWords}</p>}
    </div>
  );
}
