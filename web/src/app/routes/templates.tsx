import { pages } from "@sheaf/contract/pages";
import { useNavigate } from "../../lib/navigation.tsx";
import { TemplatesScreen } from "../../features/templates/templates-screen.tsx";
import { TemplatesSkeleton } from "../../features/templates/templates-skeleton.tsx";
import { InWorkspace } from "../workspace/in-workspace.tsx";
import { useCurrentWorkspace } from "../workspace/use-current-workspace.ts";

export function Component() {
  const navigate = useNavigate();
  const { named } = useCurrentWorkspace();
  return (
    <InWorkspace loading={<TemplatesSkeleton />}>
      {(workspace) => (
        <TemplatesScreen
          key={workspace.id}
          workspace={workspace}
          named={named ?? undefined}
          onMade={(id) => navigate(pages.editRequest.href({ id }))}
        />
      )}
    </InWorkspace>
  );
}
