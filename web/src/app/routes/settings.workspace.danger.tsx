import { pages } from "@sheaf/contract/pages";
import { DeleteCard } from "../../features/workspace-settings/delete-card.tsx";
import { LeaveCard } from "../../features/workspace-settings/leave-card.tsx";
import { identityOf, useSession } from "../../lib/auth/session.ts";
import { clearMember } from "../../lib/membership-mark.ts";
import { useNavigate } from "../../lib/navigation.tsx";
import { useCurrentWorkspace } from "../workspace/use-current-workspace.ts";
import { WorkspaceSettingsPage } from "../workspace/workspace-settings-page.tsx";

export function Component() {
  const userId = identityOf(useSession())?.userId ?? "";
  const navigate = useNavigate();
  const { mine } = useCurrentWorkspace();
  const isInOthers = mine.data !== undefined && mine.data.length > 1;
  // The start page redirects users without a workspace.
  const leave = () => {
    if (!isInOthers) clearMember();
    navigate(isInOthers ? pages.requests.href() : pages.landing.href(), { replace: true });
  };
  return (
    <WorkspaceSettingsPage title="Leave or delete">
      {(workspace) => (
        <>
          <LeaveCard workspace={workspace} userId={userId} onLeft={leave} />
          {workspace.role === "owner" && <DeleteCard workspace={workspace} onDeleted={leave} />}
        </>
      )}
    </WorkspaceSettingsPage>
  );
}
