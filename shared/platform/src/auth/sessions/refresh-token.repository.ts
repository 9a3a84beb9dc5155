import { randomInt } from "node:crypto";
import type { Query } from "../../database/database.ts";

export type RefreshTokenRow = {
  token: string;
  parent: string | null;
  revoked: boolean;
  session_id: string;
  user_id: string;
  updated_at: Date;
};

const tokenAlphabet = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Length of a refresh token in characters. */
export const refreshTokenLength = 12;

export async function insertRefreshToken(
  query: Query,
  token: { sessionId: string; userId: string; parent: string | null; now: Date },
): Promise<string> {
  const value = Array.from({ length: refreshTokenLength }, () =>
    tokenAlphabet.charAt(randomInt(tokenAlphabet.length)),
  ).join("");
  await query(
    `insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
     values ('00000000-0000-0000-0000-000000000000', $1, $2, false, $3, $3, $4, $5)`,
    [value, token.userId, token.now, token.parent, token.sessionId],
  );
  return value;
}

export async function findRefreshToken(query: Query, token: string): Promise<RefreshTokenRow | undefined> {
  const { rows } = await query<RefreshTokenRow>("select * from auth.refresh_tokens where token = $1", [
    token,
  ]);
  return rows[0];
}

/** The newest token that isn't revoked. */
export async function findActiveToken(query: Query, sessionId: string): Promise<RefreshTokenRow | undefined> {
  const { rows } = await query<RefreshTokenRow>(
    "select * from auth.refresh_tokens where session_id = $1 and not revoked order by id desc limit 1",
    [sessionId],
  );
  return rows[0];
}

export async function revokeToken(query: Query, token: string, now: Date): Promise<void> {
  await query("update auth.refresh_tokens set revoked = true, updated_at = $2 where token = $1", [
    token,
    now,
  ]);
}

/**
 * Revokes all tokens of the session. `updated_at` stays, because the reuse interval starts at a token's last use.
 */
export async function revokeAllTokens(query: Query, sessionId: string): Promise<void> {
  await query("update auth.refresh_tokens set revoked = true where session_id = $1 and not revoked", [
    sessionId,
  ]);
}
