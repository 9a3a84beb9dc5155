import { lazy, Suspense, useState } from "react";
import { ListSkeleton } from "../../features/requests/list-skeleton.tsx";
import { RequestsScreen } from "../../features/requests/requests-screen.tsx";
import { readView } from "../../features/requests/view.models.ts";
import { identityOf, useSession } from "../../lib/auth/session.ts";
import { useNavigate, useSearchParams } from "../../lib/navigation.tsx";
import { isNewcomer } from "../../lib/newcomer.ts";
import { InWorkspace } from "../workspace/in-workspace.tsx";

// Most visitors answered it long ago.
const NextTimeCard = lazy(async () => ({
  default: (await import("../../features/next-time/next-time-card.tsx")).NextTimeCard,
}));

export function Component() {
  const navigate = useNavigate();
  const query = useSearchParams();
  const userId = identityOf(useSession())?.userId;
  // Not again on each render: the card stays in place after it was answered.
  const [newcomer] = useState(() => (userId !== undefined && isNewcomer(userId) ? userId : undefined));
  return (
    <InWorkspace loading={<ListSkeleton />}>
      {(workspace) => (
        <>
          <RequestsScreen
            workspace={workspace}
            userId={userId ?? ""}
            view={readView(query)}
            onNavigate={(href) => navigate(href)}
            onReplace={(href) => navigate(href, { replace: true })}
          />
          {userId !== undefined && userId === newcomer && (
            <Suspense fallback={null}>
              <NextTimeCard userId={userId} />
            </Suspense>
          )}
        </>
      )}
    </InWorkspace>
  );
}
