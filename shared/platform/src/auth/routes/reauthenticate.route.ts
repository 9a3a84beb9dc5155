import type { Context } from "hono";
import { mailReauthentication } from "../auth-mail.ts";
import type { AuthDeps } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import { asCaller } from "../bearer.ts";

/** `GET /reauthenticate`: mails the nonce that an old session needs to change its password. */
export async function getReauthenticate(deps: AuthDeps, c: Context): Promise<Response> {
  await asCaller(deps, c, async (unit, { user }) => {
    if (!user.email_confirmed_at) {
      throw new AuthError(422, "email_not_confirmed", "Please verify your email first.");
    }
    await mailReauthentication(deps, unit, user);
  });
  return c.json({});
}
