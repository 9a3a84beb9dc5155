import type { AuthDeps, Unit } from "./auth.deps.ts";
import { deleteUnverifiedFactors, markVerified, type StoredFactor } from "./factor.repository.ts";
import { findActiveToken, insertRefreshToken, revokeToken } from "./refresh-token.repository.ts";
import {
  deleteSingleFactorSessions,
  noteProof,
  raiseSession,
  type SessionRow,
} from "./session.repository.ts";
import { tokenResponse, type TokenResponse } from "./token-response.ts";

/**
 * The person has shown the factor in this session: it goes on at `aal2` with tokens of its own. Whatever has shown
 * less ends, because it may be somebody who had the first proof alone.
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
  await noteProof(query, { sessionId, method: "totp", now });
  await raiseSession(query, { sessionId, factorId: factor.id, now });
  await deleteSingleFactorSessions(query, userId);
  await deleteUnverifiedFactors(query, userId, factor.factor_type);
  const current = await findActiveToken(query, sessionId);
  if (current) await revokeToken(query, current.token, now);
  const parent = current?.token ?? null;
  const refreshToken = await insertRefreshToken(query, { sessionId, userId, parent, now });
  return tokenResponse(deps, unit, { userId, sessionId, refreshToken });
}
