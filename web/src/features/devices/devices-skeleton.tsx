import { Skeleton } from "../../ui/status/skeleton.tsx";
import { LiveRegion } from "../../ui/theme/visually-hidden.tsx";
import styles from "./devices.module.css";

export function DevicesSkeleton() {
  return (
    <div>
      <LiveRegion message="Loading your devices" />
      {[0, 1].map((row) => (
        <div key={row} className={styles["device"]}>
          <Skeleton width="18px" height="18px" />
          <div className={styles["about"]}>
            <Skeleton width="40%" height="22px" />
            <Skeleton width="55%" height="19px" />
          </div>
        </div>
      ))}
    </div>
  );
}
