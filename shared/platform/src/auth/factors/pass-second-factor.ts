import type { AuthDeps, Unit } from "../auth.deps.ts";
import { deleteUnverifiedFactors, markVerified, type StoredFactor } from "./factor.repository.ts";
import { findActiveToken, insertRefreshToken, revokeToken } from "../sessions/refresh-token.repository.ts";
import {
  deleteSingleFactorSessions,
  recordAuthenticationMethod,
  raiseSession,
  type SessionRow,
} from "../sessions/session.repository.ts";
import { tokenResponse, type TokenResponse } from "../sessions/token-response.ts";

/**
 * Raises the session to `aal2` and issues new tokens. Ends the user's sessions at `aal1`, because they may belong
 * to someone who only has the first factor.
 */
export async function passSecondFactor(
  deps: AuthDeps,
  unit: Unit,
  passed: { session: SessionRow; factor: StoredFactor },
): Promise<TokenResponse> {
  const { query, now } = unit;
  const { session, factor } = passed;
  const [sessionId, userId] = [session.id, session.user_id];
  if (factor.status !== "verified") await markVerified(query, factor.id, now);
  await recordAuthenticationMethod(query, { sessionId, method: "totp", now });
  await raiseSession(query, { sessionId, factorId: factor.id, now });
  await deleteSingleFactorSessions(query, userId);
  const current = await findActiveToken(query, sessionId);
  if (current) await revokeToken(query, current.token, now);
  const parent = current?.token ?? null;
  const refreshToken = await insertRefreshToken(query, { sessionId, userId, parent, now });
  const response = await tokenResponse(deps, unit, { userId, sessionId, refreshToken });
  // Deleted after reading the response: the service still lists them there.
  await deleteUnverifiedFactors(query, userId, factor.factor_type);
  return response;
}
