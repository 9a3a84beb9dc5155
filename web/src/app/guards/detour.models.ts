import { pages } from "@sheaf/contract/pages";
import type { SessionState } from "../../lib/session.ts";

/**
 * Where this session has to go before it may go on; undefined for one that is complete, or nobody's.
 *
 * @param wanted path, query and fragment of the page that was wanted; the detour leads back to it.
 */
export function detourOf(session: SessionState, wanted: string): string | undefined {
  if (session.status === "needs-second-factor") return pages.secondFactor.href(backTo(wanted));
  if (session.status !== "recovering") return undefined;
  const reset = pages.resetPassword.href(backTo(wanted));
  // The service takes a new password from such a session only after the second factor.
  return session.needsSecondFactor ? pages.secondFactor.href({ next: reset }) : reset;
}

function backTo(wanted: string): { next?: string } {
  return wanted === pages.landing.href() ? {} : { next: wanted };
}
