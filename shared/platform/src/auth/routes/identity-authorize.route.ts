import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import { withCaller } from "../sessions/bearer.ts";
import { beginExternalFlow } from "../external/begin-external-flow.ts";
import { redirect } from "../http/redirect.ts";

/** `GET /user/identities/authorize`: starts linking a provider to the caller's account. */
export async function getIdentityAuthorize(deps: AuthDeps, c: Context): Promise<Response> {
  const userId = await withCaller(deps, c, (_unit, { user }) => Promise.resolve(user.id));
  if (!deps.settings.enableManualLinking) {
    throw new AuthError(404, "manual_linking_disabled", "Manual linking is disabled");
  }
  const url = await beginExternalFlow(deps, c, userId);
  return c.req.query("skip_http_redirect") === "true" ? c.json({ url }) : redirect(c, url, 302);
}
