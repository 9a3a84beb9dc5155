import { Card } from "../../ui/layout/card.tsx";
import { Skeleton } from "../../ui/status/skeleton.tsx";
import { VisuallyHidden } from "../../ui/theme/visually-hidden.tsx";
import styles from "./request-body.module.css";
import skeleton from "./request-skeleton.module.css";

const titles = ["46%", "38%", "52%", "34%"];

/** Placeholder of the request's final size. */
export function RequestSkeleton() {
  return (
    <div role="status">
      <VisuallyHidden>Loading the request</VisuallyHidden>
      <div className={skeleton["header"]} aria-hidden="true">
        <Skeleton width="160px" height="13px" />
        <Skeleton width="300px" height="30px" />
        <Skeleton width="360px" height="24px" />
        <Skeleton height="7px" />
      </div>
      <div className={styles["columns"]} aria-hidden="true">
        <Card>
          {titles.map((width) => (
            <div key={width} className={skeleton["item"]}>
              <Skeleton width="20px" height="20px" radius="50%" />
              <div>
                <Skeleton width={width} height="18px" />
                <Skeleton width="60%" height="12px" />
              </div>
            </div>
          ))}
        </Card>
        <div className={styles["aside"]}>
          <Skeleton height="96px" radius="12px" />
          <Skeleton height="180px" radius="12px" />
        </div>
      </div>
    </div>
  );
}
