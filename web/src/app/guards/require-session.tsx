import { Fragment } from "react";
import { Navigate, Outlet, useLocation } from "react-router-dom";
import { useSession } from "../../lib/session.ts";
import { PageLoading } from "../layouts/page-loading.tsx";
import { signInPageOf } from "./sign-in-page.models.ts";

/**
 * Lets somebody who is signed in through and sends everybody else to the sign-in page with the way back. It reads
 * the store alone: a service that cannot be reached never looks like a sign-out.
 */
export function RequireSession() {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  if (session.status === "unknown") return <PageLoading />;
  if (session.status !== "out") {
    // Another person is another page: what the former one typed or had on screen must not stay there for this one.
    return (
      <Fragment key={session.userId}>
        <Outlet />
      </Fragment>
    );
  }
  return <Navigate replace to={signInPageOf(session, pathname + search + hash)} />;
}
