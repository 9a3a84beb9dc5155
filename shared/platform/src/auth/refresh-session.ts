import { inTransaction, type AuthDeps, type Unit } from "./auth.deps.ts";
import { AuthError, userBanned } from "./auth.errors.ts";
import type { Client } from "./client.ts";
import {
  findActiveToken,
  findRefreshToken,
  insertRefreshToken,
  revokeAllTokens,
  revokeToken,
  type RefreshTokenRow,
} from "./refresh-token.repository.ts";
import { requireLiving } from "./session-end.ts";
import { findSession, noteRefresh } from "./session.repository.ts";
import { tokenResponse, type TokenResponse } from "./token-response.ts";
import { isBanned } from "./user.model.ts";
import { lockUserById } from "./user.repository.ts";

/**
 * Trades a refresh token for the next one. Of two refreshes at once one goes first and the other meets a token that
 * has just been used.
 *
 * @throws `refresh_token_not_found`, `session_not_found`, `session_expired`, `user_banned`,
 *   `refresh_token_already_used` (after which every token of the session is dead).
 */
export async function refreshSession(deps: AuthDeps, token: string, client: Client): Promise<TokenResponse> {
  const result = await inTransaction(deps, async (unit) => {
    const { query, now } = unit;
    const { row, user } = await lockedParties(deps, unit, token);
    const next = await nextToken(deps, unit, row);
    // Not thrown here: what was revoked because of the misuse must stay revoked.
    if (!next) return undefined;
    await noteRefresh(query, row.session_id, client, now);
    return tokenResponse(deps, unit, { userId: user.id, sessionId: row.session_id, refreshToken: next });
  });
  if (result) return result;
  throw new AuthError(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used");
}

async function lockedParties(deps: AuthDeps, unit: Unit, token: string) {
  const { query, now } = unit;
  const first = await findRefreshToken(query, token);
  const user = first && (await lockUserById(query, first.user_id));
  // Asked again: it may have been used, or its session ended, while this request waited for the lock.
  const row = user && (await findRefreshToken(query, token));
  if (!row) {
    throw new AuthError(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
  }
  if (isBanned(user, now)) throw userBanned(400, "Invalid Refresh Token: User Banned");
  const session = await findSession(query, row.session_id);
  if (!session) {
    throw new AuthError(400, "session_not_found", "Invalid Refresh Token: No Valid Session Found");
  }
  await requireLiving(deps, unit, { session, tokenTime: row.updated_at });
  return { row, user };
}

/** @returns the token to answer with, or undefined where a used one came back too late to be an accident. */
async function nextToken(deps: AuthDeps, unit: Unit, row: RefreshTokenRow): Promise<string | undefined> {
  const { query, now } = unit;
  const { settings } = deps;
  if (row.revoked) {
    const active = await findActiveToken(query, row.session_id);
    // The answer to its last use was lost on the way: say it again.
    if (active?.parent === row.token) return active.token;
    if (now.getTime() > row.updated_at.getTime() + settings.refreshTokenReuseInterval * 1000) {
      if (settings.enableRefreshTokenRotation) await revokeAllTokens(query, row.session_id);
      return undefined;
    }
  }
  await revokeToken(query, row.token, now);
  return insertRefreshToken(query, {
    sessionId: row.session_id,
    userId: row.user_id,
    parent: row.token,
    now,
  });
}
