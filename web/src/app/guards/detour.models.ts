import { pages } from "@sheaf/contract/pages";
import type { SessionState } from "../../lib/auth/session.ts";

/**
 * Path of the page that has to be completed first; undefined for a complete session and for none.
 *
 * @param requested path, query and fragment of the requested page; the detour leads back to it.
 */
export function detourOf(session: SessionState, requested: string): string | undefined {
  if (session.status === "needs-second-factor" || session.status === "must-enroll") {
    return pages.secondFactor.href(backTo(requested));
  }
  if (session.status !== "recovering") return undefined;
  const reset = pages.resetPassword.href(backTo(requested));
  // Auth accepts a new password from such a session only after the second factor.
  return session.needsSecondFactor || session.mustEnroll ? pages.secondFactor.href({ next: reset }) : reset;
}

function backTo(requested: string): { next?: string } {
  return requested === pages.landing.href() ? {} : { next: requested };
}
