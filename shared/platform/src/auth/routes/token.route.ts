import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import { grantByPassword } from "./token-password.route.ts";
import { grantByCode } from "./token-pkce.route.ts";
import { grantByRefresh } from "./token-refresh.route.ts";

const grants: Readonly<Record<string, (deps: AuthDeps, c: Context) => Promise<Response>>> = {
  password: grantByPassword,
  pkce: grantByCode,
  refresh_token: grantByRefresh,
};

/** `POST /token`: dispatches by grant type. */
export async function postToken(deps: AuthDeps, c: Context): Promise<Response> {
  const name = c.req.query("grant_type") ?? "";
  const grant = Object.hasOwn(grants, name) ? grants[name] : undefined;
  if (!grant) throw new AuthError(400, "invalid_credentials", "unsupported_grant_type");
  deps.requireAddressAllowance(c, "token");
  return grant(deps, c);
}
