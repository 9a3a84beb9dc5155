import { Fragment, type ReactNode } from "react";
import { useSession } from "../../lib/auth/session.ts";
import { Navigate, useLocation } from "../../lib/navigation.tsx";
import { PageLoading } from "../layouts/page-loading.tsx";
import { signInPageOf } from "./sign-in-page.models.ts";

/**
 * Redirects signed-out visitors to the sign-in page with a return path. Reads only the session store, so an unreachable
 * service never looks like a sign-out.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  if (session.status === "unknown") return <PageLoading />;
  if (session.status !== "out") {
    // Keyed by user: nothing the previous user typed or saw may remain on screen.
    return <Fragment key={session.userId}>{children}</Fragment>;
  }
  return <Navigate replace to={signInPageOf(session, pathname + search + hash)} />;
}
