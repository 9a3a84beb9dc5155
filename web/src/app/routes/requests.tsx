import { pages } from "@sheaf/contract/pages";
import { useNavigate, useSearchParams } from "react-router-dom";
import { NextTimeCard } from "../../features/next-time/next-time-card.tsx";
import { ListSkeleton } from "../../features/requests/list-skeleton.tsx";
import { RequestsScreen } from "../../features/requests/requests-screen.tsx";
import { readView } from "../../features/requests/view.models.ts";
import { identityOf, useSession } from "../../lib/auth/session.ts";
import { InWorkspace } from "./requests.workspace.tsx";

export function Component() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const person = identityOf(useSession());
  return (
    <InWorkspace without={pages.landing.href()} loading={<ListSkeleton />}>
      {(workspace) => (
        <>
          <RequestsScreen
            workspace={workspace}
            view={readView(query)}
            onNavigate={(href) => void navigate(href)}
            onReplace={(href) => void navigate(href, { replace: true })}
          />
          {person && <NextTimeCard userId={person.userId} />}
        </>
      )}
    </InWorkspace>
  );
}
