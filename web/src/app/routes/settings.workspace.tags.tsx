import { TagsCard } from "../../features/workspace-settings/tags/tags-card.tsx";
import { PageTitle } from "../../ui/layout/page-title.tsx";
import { CardsSkeleton } from "../layouts/route-skeleton.tsx";
import { InWorkspace } from "../workspace/in-workspace.tsx";
import styles from "./settings.module.css";

export function Component() {
  return (
    <InWorkspace loading={<CardsSkeleton />}>
      {(workspace) => (
        // Nothing typed for one workspace may be saved in another.
        <div key={workspace.id} className={styles["cards"]}>
          <PageTitle>Tags</PageTitle>
          <TagsCard workspace={workspace} />
        </div>
      )}
    </InWorkspace>
  );
}
