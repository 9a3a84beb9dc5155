import { signAccessToken } from "./access-token.ts";
import type { AuthDeps, Unit } from "../auth.deps.ts";
import type { AuthenticationMethod } from "./authentication-method.ts";
import type { Client } from "./client.ts";
import { insertRefreshToken } from "./refresh-token.repository.ts";
import { insertSession, levelOf, readAmr } from "./session.repository.ts";
import type { UserJson } from "../accounts/user.model.ts";
import { readUserJson, updateUser } from "../accounts/user.repository.ts";

/** Token response, stored by clients as the session. */
export interface TokenResponse {
  access_token: string;
  token_type: "bearer";
  expires_in: number;
  expires_at: number;
  refresh_token: string;
  user: UserJson;
  provider_token?: string;
  provider_refresh_token?: string;
  /** Password grant only; null if the password meets the rules. */
  weak_password?: { message: string; reasons: string[] } | null;
}

/** Starts a session after a successful authentication. */
export async function beginSession(
  deps: AuthDeps,
  unit: Unit,
  proof: { userId: string; method: AuthenticationMethod; client: Client },
): Promise<TokenResponse> {
  const { query, now } = unit;
  await updateUser(query, proof.userId, now, { last_sign_in_at: now });
  const sessionId = await insertSession(query, { ...proof, now });
  const refreshToken = await insertRefreshToken(query, { ...proof, sessionId, parent: null, now });
  return tokenResponse(deps, unit, { userId: proof.userId, sessionId, refreshToken });
}

/** Token response of an existing session. Level and methods are always read from the database. */
export async function tokenResponse(
  deps: AuthDeps,
  unit: Unit,
  session: { userId: string; sessionId: string; refreshToken: string },
): Promise<TokenResponse> {
  const user = await readUserJson(unit.query, session.userId);
  const amr = await readAmr(unit.query, session.sessionId);
  const token = await signAccessToken(deps, {
    user,
    sessionId: session.sessionId,
    aal: levelOf(amr),
    amr,
    now: unit.now,
  });
  return {
    access_token: token.value,
    token_type: "bearer",
    expires_in: deps.settings.jwtExpiry,
    expires_at: token.expiresAt,
    refresh_token: session.refreshToken,
    user,
  };
}
