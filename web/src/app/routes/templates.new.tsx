import { pages } from "@sheaf/contract/pages";
import { useNavigate } from "../../lib/navigation.tsx";
import { EditorSkeleton } from "../../features/request-editor/editor-skeleton.tsx";
import { NewTemplateScreen } from "../../features/request-editor/template/new-template-screen.tsx";
import { InWorkspace } from "../workspace/in-workspace.tsx";

export function Component() {
  const navigate = useNavigate();
  return (
    <InWorkspace loading={<EditorSkeleton />}>
      {(workspace) => (
        <NewTemplateScreen workspaceId={workspace.id} onSaved={() => navigate(pages.templates.href())} />
      )}
    </InWorkspace>
  );
}
