import { Navigate, Outlet, useLocation } from "react-router-dom";
import { useSession } from "../../lib/auth/session.ts";
import { detourOf } from "./detour.models.ts";

/**
 * Redirects an incomplete session to the page that completes it, and back afterwards. The database decides which rows
 * such a session may read.
 */
export function CompleteSession() {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  const detour = detourOf(session, pathname + search + hash);
  return detour === undefined ? <Outlet /> : <Navigate replace to={detour} />;
}
