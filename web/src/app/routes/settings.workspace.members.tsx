import { isManager } from "../../data/members/member.models.ts";
import { MembersCard } from "../../features/workspace-settings/members/members-card.tsx";
import { SecondFactorCard } from "../../features/workspace-settings/second-factor/second-factor-card.tsx";
import { identityOf, useSession } from "../../lib/auth/session.ts";
import { WorkspaceSettingsPage } from "../workspace/workspace-settings-page.tsx";

export function Component() {
  const userId = identityOf(useSession())?.userId ?? "";
  return (
    <WorkspaceSettingsPage title="Members & security">
      {(workspace) => (
        <>
          <MembersCard workspace={workspace} userId={userId} />
          {isManager(workspace.role) && <SecondFactorCard workspace={workspace} userId={userId} />}
        </>
      )}
    </WorkspaceSettingsPage>
  );
}
