import { platformClient } from "../../lib/platform.ts";

/** Codes for a session whose account no longer exists; the client emits no event for them. */
const endedCodes = new Set(["user_not_found", "user_banned"]);

/**
 * Asks the service whether this session is still valid. The client itself removes a session that was revoked; a session
 * of a deleted account is removed here. An unreachable service leaves the session unchanged.
 */
export async function checkSession(): Promise<void> {
  const { auth } = platformClient();
  const { error } = await auth.getUser();
  if (error && endedCodes.has(error.code ?? "")) await auth.signOut({ scope: "local" });
}
