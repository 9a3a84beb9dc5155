import { pages } from "@sheaf/contract/pages";
import { useNavigate } from "../../lib/navigation.tsx";
import { EditorSkeleton } from "../../features/request-editor/editor-skeleton.tsx";
import { NewRequestScreen } from "../../features/request-editor/new-request-screen.tsx";
import { InWorkspace } from "../workspace/in-workspace.tsx";

export function Component() {
  const navigate = useNavigate();
  return (
    <InWorkspace loading={<EditorSkeleton />}>
      {(workspace) => (
        <NewRequestScreen
          workspaceId={workspace.id}
          onSaved={() => navigate(pages.requests.href({ filter: "drafts" }))}
          onTemplate={(id) => navigate(pages.editRequest.href({ id }), { replace: true })}
          onSent={(id) => navigate(pages.request.href({ id }), { state: { justSent: true } })}
        />
      )}
    </InWorkspace>
  );
}
