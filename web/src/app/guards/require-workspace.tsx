import { pages } from "@sheaf/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { Navigate, Outlet, useLocation } from "react-router-dom";
import { myWorkspacesOptions } from "../../data/workspaces/my-workspaces.query.ts";
import { identityOf, useSession } from "../../lib/session.ts";

/**
 * Requests belong to a workspace: whoever has none names one first and comes back. While that is not known, or
 * cannot be, the page itself stands there with its skeleton or its error.
 */
export function Component() {
  const userId = identityOf(useSession())?.userId ?? "";
  const { pathname, search } = useLocation();
  const { data } = useQuery(myWorkspacesOptions({ userId }));
  if (data?.length === 0) return <Navigate replace to={pages.welcome.href({ next: pathname + search })} />;
  return <Outlet />;
}
