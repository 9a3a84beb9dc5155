import { Card } from "../../ui/layout/card.tsx";
import { Skeleton } from "../../ui/status/skeleton.tsx";
import { VisuallyHidden } from "../../ui/theme/visually-hidden.tsx";
import styles from "./request-editor.module.css";

/** Placeholder of the editor while a draft loads. */
export function EditorSkeleton() {
  return (
    <div role="status">
      <VisuallyHidden>Loading draft</VisuallyHidden>
      <Skeleton width="240px" height="31px" />
      <div className={styles["form"]} aria-hidden="true">
        <div className={styles["fields"]}>
          <Skeleton height="68px" />
          <Skeleton height="68px" />
          <Skeleton height="280px" radius="16px" />
          <Skeleton height="112px" />
        </div>
        <Card className={styles["ready"]}>
          <Skeleton width="60%" height="22px" />
          <Skeleton height="190px" />
        </Card>
      </div>
    </div>
  );
}
