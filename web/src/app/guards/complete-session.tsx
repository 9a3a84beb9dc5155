import { Navigate, Outlet, useLocation } from "react-router-dom";
import { useSession } from "../../lib/session.ts";
import { detourOf } from "./detour.models.ts";

/**
 * Sends a session that is not complete yet to what completes it, from every page that works with one, and on to
 * that page afterwards. Which rows such a session may see is the database's decision.
 */
export function CompleteSession() {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  const detour = detourOf(session, pathname + search + hash);
  return detour === undefined ? <Outlet /> : <Navigate replace to={detour} />;
}
