import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import { grantByPassword } from "./token-password.route.ts";
import { grantByCode } from "./token-pkce.route.ts";
import { grantByRefresh } from "./token-refresh.route.ts";

/** `POST /token`: one address, a grant each. */
export async function postToken(deps: AuthDeps, c: Context): Promise<Response> {
  const grant = c.req.query("grant_type");
  if (grant === "password") return grantByPassword(deps, c);
  if (grant === "pkce") return grantByCode(deps, c);
  if (grant === "refresh_token") return grantByRefresh(deps, c);
  throw new AuthError(400, "invalid_credentials", "unsupported_grant_type");
}
