import { pages } from "@sheaf/contract/pages";
import { Fragment } from "react";
import { Navigate, Outlet, useLocation } from "react-router-dom";
import { useSession } from "../../lib/session.ts";
import { PageLoading } from "../layouts/page-loading.tsx";

/**
 * Lets somebody who is signed in through and sends everybody else to the sign-in page with the way back. It reads
 * the store alone: a service that cannot be reached never looks like a sign-out.
 */
export function RequireSession() {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  if (session.status === "unknown") return <PageLoading />;
  // Also while a second factor or a new password is due: what such a session may not see the database withholds.
  if (session.status !== "out") {
    // Another person is another page: what the former one typed or had on screen must not stay there for this one.
    return (
      <Fragment key={session.userId}>
        <Outlet />
      </Fragment>
    );
  }
  const { reason } = session;
  // After one's own sign-out the next person at this screen should not land where the former one was.
  const next = reason === "signed-out" ? undefined : pathname + search + hash;
  return <Navigate replace to={pages.signIn.href({ ...(next && { next }), ...(reason && { reason }) })} />;
}
