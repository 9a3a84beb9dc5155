import { isManager } from "../../data/members/member.models.ts";
import { ReasonsCard } from "../../features/workspace-settings/reasons/reasons-card.tsx";
import { RetentionForm } from "../../features/workspace-settings/retention/retention-form.tsx";
import { LoadedSettings } from "../../features/workspace-settings/saving/loaded-settings.tsx";
import { TagsCard } from "../../features/workspace-settings/tags/tags-card.tsx";
import { WorkspaceSettingsPage } from "../workspace/workspace-settings-page.tsx";

export function Component() {
  return (
    <WorkspaceSettingsPage title="Request settings">
      {(workspace) => (
        <>
          <TagsCard workspace={workspace} />
          <ReasonsCard workspace={workspace} />
          {isManager(workspace.role) && (
            <LoadedSettings workspaceId={workspace.id} title="How long files are kept">
              {(settings) => <RetentionForm workspaceId={workspace.id} settings={settings} />}
            </LoadedSettings>
          )}
        </>
      )}
    </WorkspaceSettingsPage>
  );
}
