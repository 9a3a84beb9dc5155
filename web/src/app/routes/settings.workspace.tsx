import { pages } from "@sheaf/contract/pages";
import { isManager } from "../../data/members/member.models.ts";
import { BrandingCard } from "../../features/workspace-settings/branding/branding-card.tsx";
import { DeleteCard } from "../../features/workspace-settings/delete-card.tsx";
import { LeaveCard } from "../../features/workspace-settings/leave-card.tsx";
import { MembersCard } from "../../features/workspace-settings/members/members-card.tsx";
import { NameCard } from "../../features/workspace-settings/name-card.tsx";
import { NewWorkspaceCard } from "../../features/workspace-settings/new-workspace-card.tsx";
import { ReasonsCard } from "../../features/workspace-settings/reasons/reasons-card.tsx";
import { RemindersCard } from "../../features/workspace-settings/reminders/reminders-card.tsx";
import { RetentionCard } from "../../features/workspace-settings/retention/retention-card.tsx";
import { SecondFactorCard } from "../../features/workspace-settings/second-factor/second-factor-card.tsx";
import { identityOf, useSession } from "../../lib/auth/session.ts";
import { useNavigate } from "../../lib/navigation.tsx";
import { PageTitle } from "../../ui/layout/page-title.tsx";
import { CardsSkeleton } from "../layouts/route-skeleton.tsx";
import { InWorkspace } from "../workspace/in-workspace.tsx";
import { useCurrentWorkspace } from "../workspace/use-current-workspace.ts";
import styles from "./settings.module.css";

export function Component() {
  const userId = identityOf(useSession())?.userId ?? "";
  const navigate = useNavigate();
  const { mine } = useCurrentWorkspace();
  const isInOthers = mine.data !== undefined && mine.data.length > 1;
  // The start page redirects users without a workspace.
  const leave = () => navigate(isInOthers ? pages.requests.href() : pages.landing.href(), { replace: true });
  return (
    <InWorkspace loading={<CardsSkeleton />}>
      {(workspace) => (
        // Nothing typed for one workspace may be saved in another.
        <div key={workspace.id} className={styles["cards"]}>
          <PageTitle>Workspace</PageTitle>
          {isManager(workspace.role) && <NameCard workspace={workspace} />}
          {isManager(workspace.role) && <BrandingCard workspace={workspace} />}
          <MembersCard workspace={workspace} userId={userId} />
          {isManager(workspace.role) && <SecondFactorCard workspace={workspace} userId={userId} />}
          {isManager(workspace.role) && <RemindersCard workspace={workspace} />}
          {isManager(workspace.role) && <RetentionCard workspace={workspace} />}
          <ReasonsCard workspace={workspace} />
          <NewWorkspaceCard onNew={() => navigate(pages.welcome.href({ another: "yes" }))} />
          <div className={styles["apart"]}>
            <LeaveCard workspace={workspace} userId={userId} onLeft={leave} />
            {workspace.role === "owner" && <DeleteCard workspace={workspace} onDeleted={leave} />}
          </div>
        </div>
      )}
    </InWorkspace>
  );
}
