import { pages } from "@sheaf/contract/pages";
import type { SessionState } from "../../lib/auth/session.ts";

/**
 * Link to the sign-in page with the reason and a return path. A deliberate sign-out has no return path, so the next
 * user of this browser does not land on the previous user's page.
 *
 * @param requested path of the requested page.
 */
export function signInPageOf(
  { reason }: Extract<SessionState, { status: "out" }>,
  requested: string,
): string {
  const comesBack = reason === undefined || reason === "session-ended";
  return pages.signIn.href({ ...(comesBack && { next: requested }), ...(reason && { reason }) });
}
