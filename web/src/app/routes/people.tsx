import { PeopleScreen } from "../../features/people/people-screen.tsx";
import { PeopleSkeleton } from "../../features/people/people-skeleton.tsx";
import { readView } from "../../features/people/view.models.ts";
import { useNavigate, useSearchParams } from "../../lib/navigation.tsx";
import { InWorkspace } from "../workspace/in-workspace.tsx";

export function Component() {
  const navigate = useNavigate();
  const query = useSearchParams();
  return (
    <InWorkspace loading={<PeopleSkeleton />}>
      {(workspace) => (
        <PeopleScreen
          key={workspace.id}
          workspace={workspace}
          view={readView(query)}
          onNavigate={(href) => navigate(href)}
          onReplace={(href) => navigate(href, { replace: true })}
        />
      )}
    </InWorkspace>
  );
}
