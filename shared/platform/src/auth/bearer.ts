import type { Context } from "hono";
import type { JWTPayload } from "jose";
import { readAccessToken } from "./access-token.ts";
import { inTransaction, type AuthDeps, type Unit } from "./auth.deps.ts";
import { AuthError, userBanned } from "./auth.errors.ts";
import { findSession, type SessionRow } from "./session.repository.ts";
import { isBanned, type UserRow } from "./user.model.ts";
import { lockUserById } from "./user.repository.ts";
import { isUuid } from "./uuid.ts";

export interface Caller {
  user: UserRow;
  /** Tokens made by hand may name no session. */
  session: SessionRow | undefined;
}

/** What the token that came along says of whoever sent it. @throws `no_authorization`, `bad_jwt`. */
export async function readBearer(deps: AuthDeps, c: Context): Promise<JWTPayload> {
  const token = /^Bearer\s+(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
  if (!token) throw new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token");
  return readAccessToken(deps, token);
}

/**
 * Runs `work` for the person whose token came along, their account locked. A token whose session has ended is
 * refused here at once, although other services believe it until its `exp`.
 *
 * @throws `no_authorization`, `bad_jwt`, `user_not_found`, `session_not_found`, `user_banned`.
 */
export async function asCaller<T>(
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
