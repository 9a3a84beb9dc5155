import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import { asCaller } from "../bearer.ts";
import { beginExternalFlow } from "../external/begin-external-flow.ts";

/** `GET /user/identities/authorize`: the way to a provider for someone who adds it to the account they are in. */
export async function getIdentityAuthorize(deps: AuthDeps, c: Context): Promise<Response> {
  const userId = await asCaller(deps, c, (_unit, { user }) => Promise.resolve(user.id));
  if (!deps.settings.enableManualLinking) {
    throw new AuthError(404, "manual_linking_disabled", "Manual linking is disabled");
  }
  const url = await beginExternalFlow(deps, c, userId);
  return c.req.query("skip_http_redirect") === "true" ? c.json({ url }) : c.redirect(url, 302);
}
