import type { Context } from "hono";
import { inTransaction, type AuthDeps, type Unit } from "../auth.deps.ts";
import { AuthError, validationFailed } from "../auth.errors.ts";
import type { AuthenticationMethod } from "../authentication-method.ts";
import { clientOf } from "../client.ts";
import { issueCode } from "../flow-state.repository.ts";
import { pkcePrefix } from "../one-time-code.ts";
import { wantedRedirect } from "../redirect.ts";
import { withCode, withError, withMessage, withSession } from "../redirect-answer.ts";
import { beginSession } from "../token-response.ts";
import { verify } from "../verify.ts";

/** How a session from each type of link is said to have begun. */
const methods: Readonly<Record<string, AuthenticationMethod>> = {
  signup: "email/signup",
  invite: "invite",
  recovery: "recovery",
  magiclink: "magiclink",
  email_change: "email_change",
};

/** `GET /verify`: a mailed link was followed. Answers with a redirect whatever happens, errors in its address. */
export async function getVerify(deps: AuthDeps, c: Context): Promise<Response> {
  const hash = c.req.query("token") ?? "";
  const type = c.req.query("type") ?? "";
  if (!type) throw validationFailed("Verify requires a verification type");
  if (!hash) throw validationFailed("Verify requires a token or a token hash");
  const target = wantedRedirect(c, deps.settings);
  const exchange = hash.startsWith(pkcePrefix);
  const link = { type, hash, target, exchange };
  try {
    return c.redirect(await inTransaction(deps, (unit) => follow(deps, c, unit, link)), 303);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    c.header("x-sb-error-code", error.code);
    return c.redirect(withError(target, error, exchange), 303);
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
    return withSession(target, await beginSession(deps, unit, proof), { type });
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
