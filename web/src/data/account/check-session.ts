import { platformClient } from "../../lib/platform.ts";

/** Codes that say there is nobody behind the session any more, and which the client keeps to itself. */
const nobody = new Set(["user_not_found", "user_banned"]);

/**
 * Asks the service whether this session still stands. Where it was ended from another device the client lets go of it
 * by itself; for an account that is no more we do. A service that cannot be asked says nothing about the session.
 */
export async function checkSession(): Promise<void> {
  const { auth } = platformClient();
  const { error } = await auth.getUser();
  if (error && nobody.has(error.code ?? "")) await auth.signOut({ scope: "local" });
}
