import type { Context } from "hono";
import type { AuthDeps, Unit } from "../auth.deps.ts";
import { inTransaction } from "../in-transaction.ts";
import { AuthError, validationFailed } from "../auth.errors.ts";
import type { AuthenticationMethod } from "../sessions/authentication-method.ts";
import { clientOf } from "../sessions/client.ts";
import { issueCode } from "../sessions/flow-state.repository.ts";
import { pkcePrefix } from "../email/one-time-code.ts";
import { requestedRedirect } from "../http/requested-redirect.ts";
import { redirect } from "../http/redirect.ts";
import { withCode, withError, withMessage, withSession } from "../http/redirect-response.ts";
import { setSessionHeaders } from "../sessions/session-response.ts";
import { beginSession } from "../sessions/token-response.ts";
import { verify } from "../email/verify.ts";

/** Authentication method by type of link. */
const methods: Readonly<Record<string, AuthenticationMethod>> = {
  signup: "email/signup",
  invite: "invite",
  recovery: "recovery",
  magiclink: "magiclink",
  email_change: "email_change",
};

/** `GET /verify`: follows an emailed link. Always answers with a redirect, which carries any error. */
export async function getVerify(deps: AuthDeps, c: Context): Promise<Response> {
  const hash = c.req.query("token") ?? "";
  const type = c.req.query("type") ?? "";
  if (!type) throw validationFailed("Verify requires a verification type");
  if (!hash) throw validationFailed("Verify requires a token or a token hash");
  const target = requestedRedirect(c, deps.settings);
  const exchange = hash.startsWith(pkcePrefix);
  const link = { type, hash, target, exchange };
  try {
    return redirect(c, await inTransaction(deps, (unit) => follow(deps, c, unit, link)), 303);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return redirect(c, withError(target, error, exchange), 303);
  }
}

interface Link {
  type: string;
  hash: string;
  target: string;
  exchange: boolean;
}

async function follow(deps: AuthDeps, c: Context, unit: Unit, link: Link): Promise<string> {
  const { type, hash, target, exchange } = link;
  const method = Object.hasOwn(methods, type) ? methods[type] : undefined;
  if (!method) throw validationFailed("Invalid email verification type");
  const { outcome, user } = await verify(deps, unit, { type, hash, by: "link" });
  if (outcome === "half") return withMessage(target, exchange);
  if (!exchange) {
    const proof = { userId: user.id, method: "otp", client: clientOf(c) } as const;
    const session = await beginSession(deps, unit, proof);
    setSessionHeaders(c, session);
    return withSession(target, session, { type });
  }
  const code = await issueCode(unit.query, { userId: user.id, method, now: unit.now });
  if (!code) {
    throw new AuthError(
      400,
      "flow_state_not_found",
      "No associated flow state found. No valid flow state found for user.",
    );
  }
  return withCode(target, code);
}
