import { GeneralForm } from "../../features/workspace-settings/general/general-form.tsx";
import { LoadedSettings } from "../../features/workspace-settings/saving/loaded-settings.tsx";
import { WorkspaceSettingsPage } from "../workspace/workspace-settings-page.tsx";

export function Component() {
  return (
    <WorkspaceSettingsPage title="General settings" isForManagers>
      {(workspace) => (
        <LoadedSettings workspaceId={workspace.id} title="Name and logo">
          {({ branding }) => <GeneralForm workspace={workspace} branding={branding} />}
        </LoadedSettings>
      )}
    </WorkspaceSettingsPage>
  );
}
