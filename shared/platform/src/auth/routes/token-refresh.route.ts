import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { OAuthError, validationFailed } from "../auth.errors.ts";
import { clientOf } from "../client.ts";
import { refreshSession } from "../refresh-session.ts";
import { refreshTokenLength } from "../refresh-token.repository.ts";
import { readBody, textField } from "../request-body.ts";
import { answerSession } from "../session-answer.ts";

/** `grant_type=refresh_token`: a new access token for a session that still lives. */
export async function grantByRefresh(deps: AuthDeps, c: Context): Promise<Response> {
  const token = textField(await readBody(c), "refresh_token");
  if (!token) throw new OAuthError("invalid_request", "refresh_token required");
  if (token.length !== refreshTokenLength || !/^[a-z0-9]+$/.test(token)) {
    throw validationFailed("Refresh token is not valid");
  }
  return answerSession(c, await refreshSession(deps, token, clientOf(c)));
}
