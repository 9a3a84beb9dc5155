import { useRenameWorkspace } from "../../data/workspaces/rename-workspace.mutation.ts";
import type { Workspace } from "../../data/workspaces/workspace.models.ts";
import { NameForm } from "../../steps/name-form.tsx";
import { SectionCard } from "../../ui/layout/section-card.tsx";

export function NameCard({ workspace }: { workspace: Workspace }) {
  const rename = useRenameWorkspace();
  return (
    <SectionCard
      title="Name"
      text="Recipients see it, so they know who is asking. Open requests show the new name at once."
    >
      <NameForm
        name={workspace.name}
        label="Workspace name"
        autoComplete="organization"
        missing="Enter a workspace name."
        saved="The name has been saved."
        isSaving={rename.isPending}
        error={rename.error}
        onSave={(name, callbacks) => rename.mutate({ workspaceId: workspace.id, name }, callbacks)}
      />
    </SectionCard>
  );
}
