import { Skeleton } from "../../ui/status/skeleton.tsx";
import { LiveRegion } from "../../ui/theme/visually-hidden.tsx";
import styles from "./link-entry.module.css";

const offlineText = "We can’t reach the service. You’re still signed in. We’ll keep trying.";

/** Shown while the link is checked, and while an offline session cannot be confirmed. */
export function LinkSkeleton({ isOffline = false }: { isOffline?: boolean }) {
  return (
    <div className={styles["page"]} aria-busy={!isOffline}>
      <meta name="referrer" content="no-referrer" />
      <LiveRegion message={isOffline ? offlineText : "Loading"} />
      <div className={styles["requester"]}>
        <Skeleton width="36px" height="36px" radius="10px" />
        <Skeleton width="200px" height="20px" />
      </div>
      <div className={styles["title"]}>
        <Skeleton width="60%" height="31px" />
      </div>
      {isOffline && <p className={styles["text"]}>{offlineText}</p>}
    </div>
  );
}
