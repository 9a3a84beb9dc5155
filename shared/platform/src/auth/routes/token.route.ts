import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import { refuseIdToken } from "./token-id-token.route.ts";
import { grantByPassword } from "./token-password.route.ts";
import { grantByCode } from "./token-pkce.route.ts";
import { grantByRefresh } from "./token-refresh.route.ts";

const grants: Readonly<Record<string, (deps: AuthDeps, c: Context) => Promise<Response>>> = {
  password: grantByPassword,
  pkce: grantByCode,
  refresh_token: grantByRefresh,
  id_token: refuseIdToken,
  web3: refuseWallet,
};

/** `POST /token`: dispatches by grant type. */
export async function postToken(deps: AuthDeps, c: Context): Promise<Response> {
  const name = c.req.query("grant_type") ?? "";
  const grant = Object.hasOwn(grants, name) ? grants[name] : undefined;
  if (!grant) throw new AuthError(400, "invalid_credentials", "unsupported_grant_type");
  deps.requireAddressAllowance(c, name === "web3" ? "web3" : "token");
  return grant(deps, c);
}

/** `grant_type=web3`: sign-in with a wallet is off. */
function refuseWallet(): Promise<never> {
  return Promise.reject(new AuthError(422, "web3_provider_disabled", "Web3 provider is disabled"));
}
