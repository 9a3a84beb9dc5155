import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { beginExternalFlow } from "../external/begin-external-flow.ts";

/** `GET /authorize`: sends the browser to the provider. An unusable wish is answered as JSON, shown by the browser. */
export async function getAuthorize(deps: AuthDeps, c: Context): Promise<Response> {
  return c.redirect(await beginExternalFlow(deps, c, undefined), 302);
}
