import { useState } from "react";
import { identityOf, useSession } from "../lib/auth/session.ts";

/**
 * Tells a page that stays open without a session, such as a link's, that the session has ended elsewhere. `email` is the
 * account's address, if it was signed in on this page.
 */
export function useEndedSession(): { hasEnded: boolean; email: string | undefined } {
  const session = useSession();
  const current = identityOf(session)?.email;
  const [email, setEmail] = useState(current);
  if (current !== undefined && current !== email) setEmail(current);
  const hasEnded = session.status === "out" && session.reason === "session-ended";
  return { hasEnded, email: hasEnded ? email : undefined };
}
