import type { Context } from "hono";
import { sendReauthenticationEmail } from "../email/auth-emails.ts";
import type { AuthDeps } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import { withCaller } from "../sessions/bearer.ts";

/** `GET /reauthenticate`: emails the nonce that an older session needs to change its password. */
export async function getReauthenticate(deps: AuthDeps, c: Context): Promise<Response> {
  await withCaller(deps, c, async (unit, { user }) => {
    if (!user.email_confirmed_at) {
      throw new AuthError(422, "email_not_confirmed", "Please verify your email first.");
    }
    await sendReauthenticationEmail(deps, unit, user);
  });
  return c.json({});
}
