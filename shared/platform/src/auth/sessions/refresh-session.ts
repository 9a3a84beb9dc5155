import type { AuthDeps, Unit } from "../auth.deps.ts";
import { inTransaction } from "../in-transaction.ts";
import { AuthError, userBanned } from "../auth.errors.ts";
import type { Client } from "./client.ts";
import {
  findActiveToken,
  findRefreshToken,
  insertRefreshToken,
  revokeAllTokens,
  revokeToken,
  type RefreshTokenRow,
} from "./refresh-token.repository.ts";
import { requireActiveSession } from "./session-expiry.ts";
import { findSession, recordRefresh } from "./session.repository.ts";
import { tokenResponse, type TokenResponse } from "./token-response.ts";
import { isBanned } from "../accounts/user.model.ts";
import { lockUserById } from "../accounts/user.repository.ts";

export interface Refreshed {
  session: TokenResponse;
  /** False if a token is returned that was issued before. */
  rotated: boolean;
}

/**
 * Exchanges a refresh token for the next one. Simultaneous refreshes run one after the other; the later ones find a
 * token that was just used.
 *
 * @throws `refresh_token_not_found`, `session_not_found`, `session_expired`, `user_banned`,
 *   `refresh_token_already_used` (after which every token of the session is dead).
 */
export async function refreshSession(deps: AuthDeps, token: string, client: Client): Promise<Refreshed> {
  const result = await inTransaction(deps, async (unit) => {
    const { query, now } = unit;
    const { row, user } = await lockTokenAndUser(deps, unit, token);
    const next = await nextToken(deps, unit, row);
    // Returned, not thrown, so that the revocation is committed.
    if (!next) return undefined;
    await recordRefresh(query, row.session_id, client, now);
    const { token: refreshToken, rotated } = next;
    const session = { userId: user.id, sessionId: row.session_id, refreshToken };
    return { session: await tokenResponse(deps, unit, session), rotated };
  });
  if (result) return result;
  throw new AuthError(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used");
}

async function lockTokenAndUser(deps: AuthDeps, unit: Unit, token: string) {
  const { query, now } = unit;
  const first = await findRefreshToken(query, token);
  const user = first && (await lockUserById(query, first.user_id));
  // Read again: the token may have been used, or its session ended, while this request waited for the lock.
  const row = user && (await findRefreshToken(query, token));
  if (!row) {
    throw new AuthError(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
  }
  if (isBanned(user, now)) throw userBanned(400, "Invalid Refresh Token: User Banned");
  const session = await findSession(query, row.session_id);
  if (!session) {
    throw new AuthError(400, "session_not_found", "Invalid Refresh Token: No Valid Session Found");
  }
  await requireActiveSession(deps, unit, { session, tokenTime: row.updated_at });
  return { row, user };
}

/** @returns The token to respond with, or undefined if a used token came back too late. */
async function nextToken(
  deps: AuthDeps,
  unit: Unit,
  row: RefreshTokenRow,
): Promise<{ token: string; rotated: boolean } | undefined> {
  const { query, now } = unit;
  const { settings } = deps;
  if (row.revoked) {
    const active = await findActiveToken(query, row.session_id);
    // The response to its last use was lost: repeat it.
    if (active?.parent === row.token) return { token: active.token, rotated: false };
    if (now.getTime() > row.updated_at.getTime() + settings.refreshTokenReuseInterval * 1000) {
      if (settings.enableRefreshTokenRotation) await revokeAllTokens(query, row.session_id);
      return undefined;
    }
  }
  await revokeToken(query, row.token, now);
  const token = await insertRefreshToken(query, {
    sessionId: row.session_id,
    userId: row.user_id,
    parent: row.token,
    now,
  });
  return { token, rotated: true };
}
