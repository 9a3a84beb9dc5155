import { pages } from "@sheaf/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { myWorkspacesOptions } from "../../data/workspaces/my-workspaces.query.ts";
import { identityOf, useSession } from "../../lib/auth/session.ts";
import { Navigate, useLocation } from "../../lib/navigation.tsx";
import { usePageSkeleton } from "../layouts/page-skeletons.ts";
import { WithoutWorkspace } from "./lazy-without-workspace.ts";

/**
 * Redirects users without a workspace to create one, and back. While the query is pending or has failed, the page shows
 * its own skeleton or error.
 */
export function Component({ children }: { children: ReactNode }) {
  const who = identityOf(useSession());
  const { pathname, search } = useLocation();
  const skeleton = usePageSkeleton(pathname);
  const { data, isFetching } = useQuery(myWorkspacesOptions({ userId: who?.userId ?? "" }));
  if (!who || data?.length !== 0) return children;
  // An empty list cached before the second factor is not reliable; wait for the refetch.
  if (isFetching) return skeleton;
  // A new workspace isn't the one that the address names.
  const query = new URLSearchParams(search);
  query.delete("workspace");
  const next = query.size === 0 ? pathname : `${pathname}?${query}`;
  return (
    <Suspense fallback={skeleton}>
      <WithoutWorkspace
        who={who}
        next={next}
        otherwise={<Navigate replace to={pages.welcome.href({ next })} />}
      />
    </Suspense>
  );
}
