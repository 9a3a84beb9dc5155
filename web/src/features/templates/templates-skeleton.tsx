import { Skeleton } from "../../ui/status/skeleton.tsx";
import { VisuallyHidden } from "../../ui/theme/visually-hidden.tsx";
import styles from "./templates.module.css";

export function TemplatesSkeleton() {
  return (
    <div className={styles["grid"]} role="status">
      <VisuallyHidden>Loading templates</VisuallyHidden>
      {[0, 1, 2].map((card) => (
        <Skeleton key={card} height="262px" radius="16px" />
      ))}
    </div>
  );
}
