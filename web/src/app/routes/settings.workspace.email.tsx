import { EmailForm } from "../../features/workspace-settings/email/email-form.tsx";
import { LoadedSettings } from "../../features/workspace-settings/saving/loaded-settings.tsx";
import { WorkspaceSettingsPage } from "../workspace/workspace-settings-page.tsx";

export function Component() {
  return (
    <WorkspaceSettingsPage title="Email settings" isForManagers>
      {(workspace) => (
        <LoadedSettings workspaceId={workspace.id} title="Reminders">
          {(settings) => <EmailForm workspaceId={workspace.id} settings={settings} />}
        </LoadedSettings>
      )}
    </WorkspaceSettingsPage>
  );
}
