import { pages } from "@sheaf/contract/pages";
import type { ReactNode } from "react";
import { isManager } from "../../data/members/member.models.ts";
import type { Workspace } from "../../data/workspaces/workspace.models.ts";
import { Navigate } from "../../lib/navigation.tsx";
import { PageTitle } from "../../ui/layout/page-title.tsx";
import { CardsSkeleton } from "../layouts/route-skeleton.tsx";
import styles from "../routes/settings.module.css";
import { InWorkspace } from "./in-workspace.tsx";

interface WorkspaceSettingsPageProps {
  title: string;
  /** Other members are led to a page that shows them something. */
  isForManagers?: boolean;
  children: (workspace: Workspace) => ReactNode;
}

/** One page of the settings of the current workspace. */
export function WorkspaceSettingsPage({
  title,
  isForManagers = false,
  children,
}: WorkspaceSettingsPageProps) {
  return (
    <InWorkspace loading={<CardsSkeleton />}>
      {(workspace) =>
        isForManagers && !isManager(workspace.role) ? (
          <Navigate replace to={pages.workspaceMembers.href({ workspace: workspace.id })} />
        ) : (
          // Nothing typed for one workspace may be saved in another.
          <div key={workspace.id} className={styles["cards"]}>
            <PageTitle>{title}</PageTitle>
            {children(workspace)}
          </div>
        )
      }
    </InWorkspace>
  );
}
