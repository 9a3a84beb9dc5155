import type { ReactNode } from "react";
import { useSession } from "../../lib/auth/session.ts";
import { Navigate, useLocation } from "../../lib/navigation.tsx";
import { detourOf } from "./detour.models.ts";

/**
 * Redirects an incomplete session to the page that completes it, and back afterwards. The database decides which rows
 * such a session may read.
 */
export function CompleteSession({ children }: { children: ReactNode }) {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  const detour = detourOf(session, pathname + search + hash);
  return detour === undefined ? children : <Navigate replace to={detour} />;
}
