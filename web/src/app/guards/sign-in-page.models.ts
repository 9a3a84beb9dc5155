import { pages } from "@sheaf/contract/pages";
import type { SessionState } from "../../lib/session.ts";

/**
 * The sign-in page for somebody who is not signed in, with the reason and the way back. After one's own sign-out the
 * next person at this screen should not land where the former one was, so there is no way back then.
 *
 * @param wanted path of the page that was wanted.
 */
export function signInPageOf({ reason }: Extract<SessionState, { status: "out" }>, wanted: string): string {
  const comesBack = reason === undefined || reason === "session-ended";
  return pages.signIn.href({ ...(comesBack && { next: wanted }), ...(reason && { reason }) });
}
