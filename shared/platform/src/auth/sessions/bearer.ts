import type { Context } from "hono";
import type { JWTPayload } from "jose";
import { readAccessToken } from "./access-token.ts";
import type { AuthDeps, Unit } from "../auth.deps.ts";
import { inTransaction } from "../in-transaction.ts";
import { AuthError, userBanned } from "../auth.errors.ts";
import { findSession, type SessionRow } from "./session.repository.ts";
import { isBanned, type UserRow } from "../accounts/user.model.ts";
import { lockUserById } from "../accounts/user.repository.ts";
import { isUuid } from "../http/uuid.ts";

export interface Caller {
  user: UserRow;
  /** Undefined for hand-made tokens without a session. */
  session: SessionRow | undefined;
}

/** Verifies the bearer token and returns its claims. @throws `no_authorization`, `bad_jwt`. */
export async function readBearer(deps: AuthDeps, c: Context): Promise<JWTPayload> {
  const token = /^Bearer\s+(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
  if (!token) throw new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token");
  return readAccessToken(deps, token);
}

/**
 * Runs `work` with the caller's account, locked. The token of an ended session is refused here, although other
 * services accept it until `exp`.
 *
 * @throws `no_authorization`, `bad_jwt`, `user_not_found`, `session_not_found`, `user_banned`.
 */
export async function withCaller<T>(
  deps: AuthDeps,
  c: Context,
  work: (unit: Unit, caller: Caller) => Promise<T>,
): Promise<T> {
  const claims = await readBearer(deps, c);
  if (!claims.sub) throw new AuthError(403, "bad_jwt", "invalid claim: missing sub claim");
  if (!isUuid(claims.sub)) {
    throw new AuthError(400, "bad_jwt", "invalid claim: sub claim must be a UUID");
  }
  const { sub, session_id: sessionId } = claims;
  return inTransaction(deps, async (unit) => {
    const user = await lockUserById(unit.query, sub);
    if (!user) throw new AuthError(403, "user_not_found", "User from sub claim in JWT does not exist");
    if (isBanned(user, unit.now)) throw userBanned(403);
    return work(unit, { user, session: await sessionOf(unit, sessionId) });
  });
}

async function sessionOf(unit: Unit, sessionId: unknown): Promise<SessionRow | undefined> {
  if (typeof sessionId !== "string" || sessionId === "") return undefined;
  const session = isUuid(sessionId) ? await findSession(unit.query, sessionId) : undefined;
  if (!session) {
    throw new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  }
  return session;
}
