import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { beginExternalFlow } from "../external/begin-external-flow.ts";
import { redirect } from "../http/redirect.ts";

/** `GET /authorize`: redirects to the provider. Errors are JSON, shown by the browser. */
export async function getAuthorize(deps: AuthDeps, c: Context): Promise<Response> {
  return redirect(c, await beginExternalFlow(deps, c, undefined), 302);
}
